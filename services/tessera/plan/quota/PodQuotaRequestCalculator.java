package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.Optional;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.quota.QuotaTableBuilder;

/** The amounts that pods request, in the units of quota keys. */
final class PodQuotaRequestCalculator {

    private static final int THOUSANDTHS = 3;

    private PodQuotaRequestCalculator() {}

    static BigDecimal requestedBy(PodSummary pod, String resource) {
        return inQuotaUnits(pod.requests(), resource);
    }

    /** Returns the amount that a namespace requests of a non-device quota key; empty if pods do not show it. */
    static Optional<BigDecimal> requestedIn(ClusterSnapshot clusterSnapshot, String namespace, String key) {
        return switch (key) {
            case "pods" -> Optional.of(BigDecimal.valueOf(clusterSnapshot.pods()
                    .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()).count()));
            case "cpu", "requests.cpu" -> Optional.of(
                    inQuotaUnits(QuotaTableBuilder.activeRequests(clusterSnapshot, namespace), ResourceAmounts.CPU));
            case "memory", "requests.memory" -> Optional.of(
                    inQuotaUnits(QuotaTableBuilder.activeRequests(clusterSnapshot, namespace), ResourceAmounts.MEMORY));
            default -> Optional.empty();
        };
    }

    private static BigDecimal inQuotaUnits(ResourceAmounts requests, String resource) {
        long amount = requests.get(resource);
        if (resource.equals(ResourceAmounts.CPU)) {
            return BigDecimal.valueOf(amount, THOUSANDTHS);
        }
        return BigDecimal.valueOf(amount);
    }
}
