package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.UsageFacts;

/** Reads what {@code metrics.k8s.io} tells of a node or a pod. */
public final class UsageReader {

    private static final String API = "/apis/metrics.k8s.io/v1beta1";

    private UsageReader() {}

    /** Where the metrics of an object are. */
    public static String path(ObjectRef object) {
        return object.kind().equals("Node") ? API + "/nodes/" + ApiPaths.encode(object.name())
                : API + "/namespaces/" + ApiPaths.encode(object.namespace()) + "/pods/"
                        + ApiPaths.encode(object.name());
    }

    /** Of a pod the sum of its containers. */
    public static UsageFacts read(JsonNode metrics) throws Failure {
        var parts = metrics.has("containers") ? List.copyOf(metrics.path("containers").valueStream().toList())
                : List.of(metrics);
        try {
            var cores = BigDecimal.ZERO;
            var memory = BigDecimal.ZERO;
            for (var part : parts) {
                cores = cores.add(amount(part.at("/usage/cpu")));
                memory = memory.add(amount(part.at("/usage/memory")));
            }
            if (parts.isEmpty()) {
                throw garbled("It names no container");
            }
            return new UsageFacts(cores.doubleValue(), memory.longValue(),
                    Instant.parse(metrics.path("timestamp").asText()), window(metrics.path("window").asText()));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw garbled(String.valueOf(e.getMessage()));
        }
    }

    private static BigDecimal amount(JsonNode text) {
        return Quantity.parse(text.asText()).getNumericalAmount();
    }

    /** As Go writes it, e.g. {@code 1m0.5s}, which differs from ISO only in its head. */
    private static Duration window(String text) {
        return Duration.parse("PT" + text);
    }

    private static Failure garbled(String words) {
        return new Failure(Problem.of(ProblemKind.GARBLED, "The metrics of the cluster’s own are not understood")
                .withDetail(words));
    }
}
