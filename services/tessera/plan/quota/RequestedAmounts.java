package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.Optional;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;
import tessera.quota.QuotaTable;

/** The amounts that pods request, in the units of quota keys. */
final class RequestedAmounts {

    private static final int THOUSANDTHS = 3;

    private RequestedAmounts() {}

    static BigDecimal requestedBy(PodFacts pod, String resource) {
        return inQuotaUnits(pod.requests(), resource);
    }

    /** Returns the amount that a namespace requests of a non-device quota key; empty if pods do not show it. */
    static Optional<BigDecimal> requestedIn(Snapshot snapshot, String namespace, String key) {
        return switch (key) {
            case "pods" -> Optional.of(BigDecimal.valueOf(snapshot.pods()
                    .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()).count()));
            case "cpu", "requests.cpu" ->
                Optional.of(inQuotaUnits(QuotaTable.activeRequests(snapshot, namespace), ResourceAmounts.CPU));
            case "memory", "requests.memory" ->
                Optional.of(inQuotaUnits(QuotaTable.activeRequests(snapshot, namespace), ResourceAmounts.MEMORY));
            default -> Optional.empty();
        };
    }

    private static BigDecimal inQuotaUnits(ResourceAmounts requests, String resource) {
        long amount = requests.get(resource);
        return resource.equals(ResourceAmounts.CPU) ? BigDecimal.valueOf(amount, THOUSANDTHS)
                : BigDecimal.valueOf(amount);
    }
}
