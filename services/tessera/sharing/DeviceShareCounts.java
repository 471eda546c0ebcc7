package tessera.sharing;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/**
 * The number of shares of each device of a node, and the rules by which they are handed out.
 *
 * @param renamed  whether shares have a name of their own, which ends with {@code .shared}
 * @param failsAboveOne  whether a container that asks for more than one is refused by the node
 * @param replicasByResource shares of each device, by resource; none where nothing is shared
 */
public record DeviceShareCounts(GpuSharingStrategy strategy, boolean renamed, boolean failsAboveOne,
        SortedMap<String, Integer> replicasByResource) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceShareCounts.class);

    public static final String GPU = "nvidia.com/gpu";
    /** What the names of MIG instances begin with. */
    public static final String MIG = "nvidia.com/mig-";
    /** What the names of renamed shares end with. */
    public static final String SHARED = ".shared";
    /** A configuration that asks for fewer shares is rejected as a whole. */
    public static final int FEWEST = 2;
    public static final DeviceShareCounts NONE = new DeviceShareCounts(GpuSharingStrategy.NONE, false, false,
            new TreeMap<>());

    public DeviceShareCounts {
        replicasByResource = Collections.unmodifiableSortedMap(new TreeMap<>(replicasByResource));
    }

    /** Returns the sharing of whole GPUs. */
    public static DeviceShareCounts ofGpus(GpuSharingStrategy means, int replicas, boolean renamed, boolean onlyOne) {
        if (means == GpuSharingStrategy.NONE) {
            return NONE;
        }
        return new DeviceShareCounts(means, renamed, onlyOne || means == GpuSharingStrategy.MPS,
                new TreeMap<>(Map.of(GPU, replicas)));
    }

    /** Returns the number of shares of each device of a resource; 1 where it is not shared. */
    public int replicasOf(String resource) {
        return replicasByResource.getOrDefault(resource, 1);
    }

    /** Returns the resource name of the shares. */
    public String sharedName(String resource) {
        return renamed && replicasOf(resource) > 1 ? resource + SHARED : resource;
    }

    /** Returns a resource name without the suffix of shares. */
    public static String baseName(String resource) {
        return TextExcerpt.withoutSuffix(resource, SHARED);
    }

    /** Returns the sharing in a few words, e.g. “time-slicing × 4, renamed”, or “time-slicing: mig-1g.10gb × 4” where not whole GPUs are meant. */
    public String sharesText() {
        if (replicasByResource.isEmpty()) {
            return GpuSharingStrategy.NONE.displayName();
        }
        if (replicasByResource.keySet().equals(Set.of(GPU))) {
            return MESSAGES.text("shares", strategy, replicasByResource.get(GPU), renamed);
        }
        return MESSAGES.text("shares.by-resource", strategy,
                replicasByResource.entrySet().stream()
                        .map(each -> each.getKey().substring(each.getKey().indexOf('/') + 1) + " × " + each.getValue())
                        .collect(Collectors.joining(", ")),
                renamed);
    }

    /** Returns a name for a configuration with this sharing, e.g. {@code time-slicing-4}. */
    public String configName() {
        if (replicasByResource.isEmpty()) {
            return GpuSharingStrategy.NONE.label();
        }
        return strategy.label() + "-" + replicasByResource.firstEntry().getValue() + (renamed ? "-renamed" : "");
    }
}
