package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.ObjectQuotaUsageCalculator;
import tessera.kube.quota.QuotaCountedKind;

/** The usage of a quota counted from scratch, as the quota controller does. */
public final class SimulatedQuotaUsageCounter {

    private SimulatedQuotaUsageCounter() {}

    /**
     * Returns the {@code status} that a quota should have. What no kind can use, e.g. {@code limits.nvidia.com/gpu}, has no use.
     *
     * @param quota with its namespace
     * @param now   because a pod that should have ended by now does not count
     */
    public static ObjectNode quotaStatus(ObjectNode quota, SimulatedClusterObjectLookup lookup, Instant now) {
        var namespace = SimulatedMetadata.namespaceOf(quota);
        return quotaStatus(quota, kind -> usagesInScope(kind, lookup, namespace, quota, now));
    }

    private static Stream<Map<String, FormatPreservingQuantity>> usagesInScope(SimulatedKindSchema kind,
            SimulatedClusterObjectLookup lookup, String namespace, ObjectNode quota, Instant now) {
        return lookup.list(kind.kind(), namespace).stream()
                .filter(object -> ObjectQuotaUsageCalculator.isInScope(quota, countedKind(kind), object))
                .map(object -> usageOf(kind, object, now));
    }

    static QuotaCountedKind countedKind(SimulatedKindSchema kind) {
        return new QuotaCountedKind(kind.kind(), kind.plural(), kind.group());
    }

    /** Returns the usage of one object. It stays the same as long as the object does, unless that is being deleted. */
    public static Map<String, FormatPreservingQuantity> usageOf(SimulatedKindSchema kind, JsonNode object,
            Instant now) {
        return ObjectQuotaUsageCalculator.usageOf(countedKind(kind), object, now);
    }

    /** Returns whether a quota has scopes, so that it covers only some objects of a kind. */
    public static boolean hasScopes(JsonNode quota) {
        return quota.path("spec").has("scopes") || quota.path("spec").has("scopeSelector");
    }

    /** Returns the status for usages of all objects that the quota covers, kind by kind. */
    public static ObjectNode quotaStatus(ObjectNode quota,
            Function<SimulatedKindSchema, Stream<Map<String, FormatPreservingQuantity>>> uses) {
        var hard = quota.path("spec").path("hard");
        var used = new TreeMap<String, FormatPreservingQuantity>();
        for (var kind : SimulatedKindSchema.builtInKinds().values()) {
            var names = JsonTreeOperations.fieldNames(hard).stream()
                    .filter(name -> ObjectQuotaUsageCalculator.canUse(countedKind(kind), name)).toList();
            if (names.isEmpty() || !kind.namespaced()) {
                continue;
            }
            names.forEach(name -> used.putIfAbsent(name, FormatPreservingQuantity.ZERO));
            for (var use : uses.apply(kind).toList()) {
                names.stream().filter(use::containsKey).forEach(name -> used.merge(name,
                        use.getOrDefault(name, FormatPreservingQuantity.ZERO), FormatPreservingQuantity::plus));
            }
        }
        var status = SimulatedStoreJsonCodec.newObject();
        if (!hard.isEmpty()) {
            status.set("hard", hard.deepCopy());
        }
        if (!used.isEmpty()) {
            var amounts = status.putObject("used");
            used.forEach((name, amount) -> amounts.put(name, amount.canonicalText()));
        }
        return status;
    }
}
