package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.ExceededQuota;
import tessera.kube.quota.MissingQuotaRequests;
import tessera.kube.quota.ObjectQuotaUsageCalculator;
import tessera.kube.quota.QuotaCountedKind;
import tessera.kube.requests.PodResourceCalculator;

/** The quota admission plugin: quotas are charged before an object is stored, and refuse what exceeds them. */
public final class SimulatedQuotaAdmission {

    private final SimulatedKindSchema kind;
    private final QuotaCountedKind counted;
    private final ObjectNode object;

    private SimulatedQuotaAdmission(SimulatedKindSchema kind, ObjectNode object) {
        this.kind = kind;
        counted = SimulatedQuotaUsageCounter.countedKind(kind);
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
    public static List<ObjectNode> chargeQuotas(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old,
            List<ObjectNode> quotas, Instant now) throws SimulatedApiException {
        var admission = new SimulatedQuotaAdmission(kind, object);
        var charge = ObjectQuotaUsageCalculator.usageOf(admission.counted, object, now);
        if (old != null) {
            ObjectQuotaUsageCalculator.usageOf(admission.counted, old, now)
                    .forEach((name, amount) -> charge.merge(name, amount, FormatPreservingQuantity::minus));
        }
        charge.values().removeIf(amount -> amount.isZero() || amount.isNegative());
        var matching = new ArrayList<ObjectNode>();
        for (var quota : quotas) {
            if (ObjectQuotaUsageCalculator.isInScope(quota, admission.counted, object)
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

    private List<String> trackedResources(JsonNode quota) {
        return JsonTreeOperations.fieldNames(quota.path("status").path("hard")).stream()
                .filter(name -> ObjectQuotaUsageCalculator.canUse(counted, name)).sorted().toList();
    }

    private SimulatedApiException forbiddenError(String reason) {
        return SimulatedApiException.forbidden(kind.resourceSubject(SimulatedMetadata.nameOf(object)), reason);
    }

    private void checkRequired(JsonNode quota) throws SimulatedApiException {
        var missing = kind.kind().equals("Pod") ? MissingQuotaRequests.find(quota, object)
                : Optional.<MissingQuotaRequests>empty();
        if (missing.isPresent()) {
            throw forbiddenError(missing.get().message());
        }
    }

    private ObjectNode chargeQuota(ObjectNode quota, SortedMap<String, FormatPreservingQuantity> charge)
            throws SimulatedApiException {
        var exceeded = ExceededQuota.find(quota, charge);
        if (exceeded.isPresent()) {
            throw forbiddenError(exceeded.get().message());
        }
        var used = PodResourceCalculator.IN_QUANTITIES.amounts(quota.path("status").path("used"));
        charge.forEach((name, amount) -> used.merge(name, amount, FormatPreservingQuantity::plus));
        var result = quota.deepCopy();
        var amounts = result.withObjectProperty("status").withObjectProperty("used");
        used.forEach((name, amount) -> amounts.put(name, amount.canonicalText()));
        return result;
    }
}
