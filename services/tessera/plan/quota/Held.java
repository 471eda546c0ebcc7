package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.PodFacts;
import tessera.model.Resources;
import tessera.model.Snapshot;

/** What pods ask for, in the units in which amounts of it are written. */
final class Held {

    private static final int THOUSANDTHS = 3;

    private Held() {}

    static BigDecimal by(PodFacts pod, String resource) {
        long amount = pod.requests().get(resource);
        return resource.equals(Resources.CPU) ? BigDecimal.valueOf(amount, THOUSANDTHS) : BigDecimal.valueOf(amount);
    }

    /** Of a namespace against a key of a quota that is about no device; empty where pods do not tell. */
    static Optional<BigDecimal> of(Snapshot snapshot, String namespace, String key) {
        var pods = Stream.concat(snapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                snapshot.unbound().stream())
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()).toList();
        return switch (key) {
            case "pods" -> Optional.of(BigDecimal.valueOf(pods.size()));
            case "cpu", "requests.cpu" -> Optional.of(sum(pods, Resources.CPU));
            case "memory", "requests.memory" -> Optional.of(sum(pods, Resources.MEMORY));
            default -> Optional.empty();
        };
    }

    private static BigDecimal sum(List<PodFacts> pods, String resource) {
        return pods.stream().map(pod -> by(pod, resource)).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
