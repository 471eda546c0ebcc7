package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.Optional;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;
import tessera.quota.QuotaTable;

/** What pods ask for, in the units in which amounts of it are written. */
final class RequestedAmounts {

    private static final int THOUSANDTHS = 3;

    private RequestedAmounts() {}

    static BigDecimal by(PodFacts pod, String resource) {
        return written(pod.requests(), resource);
    }

    /** Of a namespace against a key of a quota that is about no device; empty where pods do not tell. */
    static Optional<BigDecimal> of(Snapshot snapshot, String namespace, String key) {
        return switch (key) {
            case "pods" -> Optional.of(BigDecimal.valueOf(snapshot.pods()
                    .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()).count()));
            case "cpu", "requests.cpu" ->
                Optional.of(written(QuotaTable.wanted(snapshot, namespace), ResourceAmounts.CPU));
            case "memory", "requests.memory" ->
                Optional.of(written(QuotaTable.wanted(snapshot, namespace), ResourceAmounts.MEMORY));
            default -> Optional.empty();
        };
    }

    private static BigDecimal written(ResourceAmounts requests, String resource) {
        long amount = requests.get(resource);
        return resource.equals(ResourceAmounts.CPU) ? BigDecimal.valueOf(amount, THOUSANDTHS)
                : BigDecimal.valueOf(amount);
    }
}
