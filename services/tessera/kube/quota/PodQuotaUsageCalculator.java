package tessera.kube.quota;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.ResourceAmounts;

/** A calculator of what a pod uses of a ResourceQuota, under the names that the quota counts. */
public final class PodQuotaUsageCalculator {

    /** Resources that are counted by their plain name, and whose limits are counted, too. */
    private static final Set<String> COMPUTE = Set.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, "ephemeral-storage");
    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";

    private PodQuotaUsageCalculator() {}

    /**
     * Returns requests and limits under the names that quotas have for them.
     *
     * @param requests with overhead, as are the limits
     */
    public static <T> SortedMap<String, T> usageOf(Map<String, T> requests, Map<String, T> limits) {
        var usage = new TreeMap<String, T>();
        requests.forEach((name, amount) -> {
            if (COMPUTE.contains(name) || ResourceNames.isHugePages(name)) {
                usage.put(name, amount);
                usage.put(REQUESTS + name, amount);
            } else if (ResourceNames.isExtended(name)) {
                usage.put(REQUESTS + name, amount);
            }
        });
        limits.forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put(LIMITS + name, amount);
            }
        });
        return usage;
    }

    /** Returns whether pods can use a resource that a quota names; no pod uses {@code limits.nvidia.com/gpu}. */
    public static boolean isPodResource(String key) {
        if (key.startsWith(LIMITS)) {
            return COMPUTE.contains(key.substring(LIMITS.length()));
        }
        boolean request = key.startsWith(REQUESTS);
        var bare = request ? key.substring(REQUESTS.length()) : key;
        return COMPUTE.contains(bare) || ResourceNames.isHugePages(bare) || (request && ResourceNames.isExtended(bare));
    }
}
