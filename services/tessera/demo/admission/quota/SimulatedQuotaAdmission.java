package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.PodQuotaUsageCalculator;

/** The quota admission plugin: quotas are charged before an object is stored, and refuse what exceeds them. */
public final class SimulatedQuotaAdmission {

    /** What every container must name once a quota counts it. */
    private static final Set<String> MUST_BE_NAMED = Set.of("cpu", "memory", "requests.cpu", "requests.memory",
            "limits.cpu", "limits.memory");

    private final SimulatedKindSchema kind;
    private final ObjectNode object;

    private SimulatedQuotaAdmission(SimulatedKindSchema kind, ObjectNode object) {
        this.kind = kind;
        this.object = object;
    }

    /**
     * Charges the quotas for a new object, or for what an update adds. The quotas count by their status; one that has
     * none yet lets everything pass, as on a real server.
     *
     * @param old    the stored object, null when the object is new
     * @param quotas of the object's namespace, in the order of their names
     * @param now    because a pod that should have ended by now does not count
     * @return the quotas whose use changed, with their new status; to be stored together with the object
     * @throws SimulatedApiException 403 in the words of the first quota that is exceeded
     */
    public static List<ObjectNode> chargeQuotas(
            SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old, List<ObjectNode> quotas,
            Instant now)
            throws SimulatedApiException {
        var admission = new SimulatedQuotaAdmission(kind, object);
        var charge = SimulatedObjectQuotaUsageCalculator.usageOf(kind, object, now);
        if (old != null) {
            SimulatedObjectQuotaUsageCalculator.usageOf(kind, old, now)
                    .forEach((name, amount) -> charge.merge(name, amount, FormatPreservingQuantity::minus));
        }
        charge.values().removeIf(amount -> amount.isZero() || amount.isNegative());
        var matching = new ArrayList<ObjectNode>();
        for (var quota : quotas) {
            if (SimulatedObjectQuotaUsageCalculator.isInScope(quota, kind, object)
                    && !admission.trackedResources(quota).isEmpty()) {
                admission.checkRequired(quota);
                matching.add(quota);
            }
        }
        var charged = new ArrayList<ObjectNode>();
        for (var quota : matching) {
            var own = new TreeMap<>(charge);
            own.keySet().retainAll(admission.trackedResources(quota));
            if (!own.isEmpty()) {
                charged.add(admission.chargeQuota(quota, own));
            }
        }
        return charged;
    }

    /** Returns the resources that the quota counts for this kind. */
    private List<String> trackedResources(JsonNode quota) {
        return JsonTreeOperations.fieldNames(quota.path("status").path("hard")).stream()
                .filter(name -> SimulatedObjectQuotaUsageCalculator.canUse(kind, name)).sorted()
                .toList();
    }

    private SimulatedApiException forbiddenError(String reason) {
        return SimulatedApiException.forbidden(kind.resourceSubject(object.path("metadata").path("name").asText()),
                reason);
    }

    private void checkRequired(JsonNode quota) throws SimulatedApiException {
        if (!kind.kind().equals("Pod")) {
            return;
        }
        var missing = new TreeMap<String, Set<String>>();
        for (var list : List.of("containers", "initContainers")) {
            for (var container : object.path("spec").path(list)) {
                var resources = container.path("resources");
                var named = PodQuotaUsageCalculator
                        .usageOf(amountsOf(resources.path("requests")), amountsOf(resources.path("limits")))
                        .keySet();
                trackedResources(quota).stream().filter(name -> MUST_BE_NAMED.contains(name) && !named.contains(name))
                        .forEach(name -> missing.computeIfAbsent(name, _ -> new TreeSet<>())
                                .add(container.path("name").asText()));
            }
        }
        if (!missing.isEmpty()) {
            var list = missing.entrySet().stream()
                    .map(entry -> entry.getKey() + " for: " + String.join(",", entry.getValue()))
                    .collect(Collectors.joining("; "));
            throw forbiddenError("failed quota: %s: must specify %s".formatted(nameOf(quota), list));
        }
    }

    private static String nameOf(JsonNode quota) {
        return quota.path("metadata").path("name").asText();
    }

    private static SortedMap<String, FormatPreservingQuantity> amountsOf(JsonNode list) {
        var amounts = new TreeMap<String, FormatPreservingQuantity>();
        list.properties().forEach(entry -> amounts.put(entry.getKey(), FormatPreservingQuantity.of(entry.getValue())));
        return amounts;
    }

    private ObjectNode chargeQuota(ObjectNode quota, SortedMap<String, FormatPreservingQuantity> charge)
            throws SimulatedApiException {
        var hard = amountsOf(quota.path("status").path("hard"));
        var used = amountsOf(quota.path("status").path("used"));
        var after = new TreeMap<>(used);
        charge.forEach((name, amount) -> after.merge(name, amount, FormatPreservingQuantity::plus));
        var exceeded = charge.keySet().stream()
                .filter(name -> after.getOrDefault(name, FormatPreservingQuantity.ZERO)
                        .compareTo(hard.getOrDefault(name, FormatPreservingQuantity.ZERO)) > 0)
                .toList();
        if (!exceeded.isEmpty()) {
            throw forbiddenError("exceeded quota: %s, requested: %s, used: %s, limited: %s".formatted(nameOf(quota),
                    amountsText(charge, exceeded), amountsText(used, exceeded), amountsText(hard, exceeded)));
        }
        var result = quota.deepCopy();
        var amounts = JsonTreeOperations.childObject(JsonTreeOperations.childObject(result, "status"), "used");
        after.forEach((name, amount) -> amounts.put(name, amount.canonicalText()));
        return result;
    }

    private static String amountsText(Map<String, FormatPreservingQuantity> amounts, Collection<String> names) {
        return amounts.entrySet().stream().filter(entry -> names.contains(entry.getKey()))
                .map(entry -> entry.getKey() + "=" + entry.getValue().canonicalText()).collect(Collectors.joining(","));
    }
}
