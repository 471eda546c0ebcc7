package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.Optional;
import tessera.model.PodFacts;
import tessera.model.Resources;
import tessera.model.Snapshot;
import tessera.quota.QuotaTable;

/** What pods ask for, in the units in which amounts of it are written. */
final class Held {

    private static final int THOUSANDTHS = 3;

    private Held() {}

    static BigDecimal by(PodFacts pod, String resource) {
        return written(pod.requests(), resource);
    }

    /** Of a namespace against a key of a quota that is about no device; empty where pods do not tell. */
    static Optional<BigDecimal> of(Snapshot snapshot, String namespace, String key) {
        return switch (key) {
            case "pods" -> Optional.of(BigDecimal.valueOf(snapshot.pods()
                    .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()).count()));
            case "cpu", "requests.cpu" ->
                Optional.of(written(QuotaTable.wanted(snapshot, namespace), Resources.CPU));
            case "memory", "requests.memory" ->
                Optional.of(written(QuotaTable.wanted(snapshot, namespace), Resources.MEMORY));
            default -> Optional.empty();
        };
    }

    private static BigDecimal written(Resources requests, String resource) {
        long amount = requests.get(resource);
        return resource.equals(Resources.CPU) ? BigDecimal.valueOf(amount, THOUSANDTHS) : BigDecimal.valueOf(amount);
    }
}
