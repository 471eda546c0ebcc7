package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodResourceCalculator;

/** A calculator of the usage of one object, by the names that quotas count. */
public final class ObjectQuotaUsageCalculator {

    private static final FormatPreservingQuantity ONE = FormatPreservingQuantity.of(1);

    private ObjectQuotaUsageCalculator() {}

    /**
     * Returns what an object uses.
     *
     * @param now because a pod that should have ended by now does not count
     */
    public static SortedMap<String, FormatPreservingQuantity> usageOf(QuotaCountedKind kind, JsonNode object,
            Instant now) {
        var usage = new TreeMap<String, FormatPreservingQuantity>();
        usage.put(kind.objectCountName(), ONE);
        if (kind.isCountedByPlural()) {
            usage.put(kind.plural(), ONE);
        }
        switch (kind.kind()) {
            case "Pod" -> {
                if (isCounted(object, now)) {
                    usage.putAll(PodQuotaUsageCalculator.usageOf(
                            PodResourceCalculator.IN_QUANTITIES.effectiveRequests(object),
                            PodResourceCalculator.IN_QUANTITIES.effectiveLimits(object)));
                    usage.put("pods", ONE);
                }
            }
            case "Service" -> addServiceUsage(object.path("spec"), usage);
            case "PersistentVolumeClaim" -> addStorageUsage(object, usage);
            case "ResourceClaim" -> addDeviceUsage(object, usage);
            default -> {}
        }
        return usage;
    }

    /** Returns whether a pod counts: it has not ended, and its deletion deadline is not over. */
    private static boolean isCounted(JsonNode pod, Instant now) {
        if (List.of("Succeeded", "Failed").contains(pod.path("status").path("phase").asText())) {
            return false;
        }
        var metadata = pod.path("metadata");
        if (!metadata.has("deletionTimestamp") || !metadata.has("deletionGracePeriodSeconds")) {
            return true;
        }
        var end = Instant.parse(metadata.path("deletionTimestamp").asText())
                .plusSeconds(metadata.path("deletionGracePeriodSeconds").asLong());
        return !now.isAfter(end);
    }

    /** Returns whether an object is within all scopes of a quota. Scopes are about pods only. */
    public static boolean isInScope(JsonNode quota, QuotaCountedKind kind, JsonNode object) {
        var scopes = ResourceQuotaScopes.of(quota);
        return scopes.scopes().isEmpty() || (kind.kind().equals("Pod") && scopes.matchesPod(object));
    }

    private static void addServiceUsage(JsonNode spec, Map<String, FormatPreservingQuantity> usage) {
        var ports = FormatPreservingQuantity.of(spec.path("ports").size());
        switch (spec.path("type").asText()) {
            case "NodePort" -> usage.put("services.nodeports", ports);
            case "LoadBalancer" -> {
                usage.put("services.loadbalancers", ONE);
                if (spec.path("allocateLoadBalancerNodePorts").asBoolean(true)) {
                    usage.put("services.nodeports", ports);
                }
            }
            default -> {}
        }
    }

    private static void addStorageUsage(JsonNode claim, Map<String, FormatPreservingQuantity> usage) {
        var storage = FormatPreservingQuantity
                .of(claim.path("spec").path("resources").path("requests").path("storage"));
        usage.put("requests.storage", storage);
        var storageClass = claim.path("spec").path("storageClassName").asText();
        if (!storageClass.isEmpty()) {
            usage.put(storageClass + ".storageclass.storage.k8s.io/requests.storage", storage);
            usage.put(storageClass + ".storageclass.storage.k8s.io/persistentvolumeclaims", ONE);
        }
    }

    private static void addDeviceUsage(JsonNode claim, Map<String, FormatPreservingQuantity> usage) {
        for (var request : claim.path("spec").path("devices").path("requests")) {
            var wanted = request.has("exactly") ? request.path("exactly") : request.path("firstAvailable").path(0);
            var key = wanted.path("deviceClassName").asText() + ".deviceclass.resource.k8s.io/devices";
            usage.merge(key, FormatPreservingQuantity.of(Math.max(1, wanted.path("count").asLong())),
                    FormatPreservingQuantity::plus);
        }
    }

    /** Returns whether objects of a kind can use a resource that a quota names. */
    public static boolean canUse(QuotaCountedKind kind, String name) {
        if (name.equals(kind.objectCountName()) || (kind.isCountedByPlural() && name.equals(kind.plural()))) {
            return true;
        }
        return switch (kind.kind()) {
            case "Pod" -> name.equals("pods") || PodQuotaUsageCalculator.isPodResource(name);
            case "Service" -> name.startsWith("services.");
            case "PersistentVolumeClaim" ->
                name.equals("requests.storage") || name.contains(".storageclass.storage.k8s.io/");
            case "ResourceClaim" -> name.endsWith(".deviceclass.resource.k8s.io/devices");
            default -> false;
        };
    }
}
