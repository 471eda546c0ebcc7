package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Reader of {@code metrics.k8s.io} for nodes and pods. */
public final class ResourceMetricsReader {

    private static final String API = "/apis/metrics.k8s.io/v1beta1";

    private ResourceMetricsReader() {}

    /** Returns the path of an object's metrics. */
    public static String metricsPath(ObjectRef object) {
        if (object.kind().equals("Node")) {
            return API + "/nodes/" + ApiPathBuilder.encode(object.name());
        }
        return API + "/namespaces/" + ApiPathBuilder.encode(object.namespace()) + "/pods/"
                + ApiPathBuilder.encode(object.name());
    }

    /** Returns the usage; for a pod, the sum of its containers. */
    public static MetricsServerUsage readUsage(JsonNode metrics) throws ProblemException {
        var parts = metrics.has("containers") ? List.copyOf(metrics.path("containers").valueStream().toList())
                : List.of(metrics);
        try {
            var cores = BigDecimal.ZERO;
            var memory = BigDecimal.ZERO;
            for (var part : parts) {
                cores = cores.add(parseQuantity(part.at("/usage/cpu")));
                memory = memory.add(parseQuantity(part.at("/usage/memory")));
            }
            if (parts.isEmpty()) {
                throw malformedMetrics(new ApiObjectReason.ResourceMetricsEmpty().text());
            }
            return new MetricsServerUsage(cores.doubleValue(), memory.longValue(),
                    Instant.parse(metrics.path("timestamp").asText()), parseWindow(metrics.path("window").asText()));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw malformedMetrics(String.valueOf(e.getMessage()));
        }
    }

    private static BigDecimal parseQuantity(JsonNode text) {
        return Quantity.parse(text.asText()).getNumericalAmount();
    }

    /** Parses a duration as Go writes it, e.g. {@code 1m0.5s}, which differs from ISO only in its head. */
    private static Duration parseWindow(String text) {
        return Duration.parse("PT" + text);
    }

    private static ProblemException malformedMetrics(String text) {
        return new ProblemException(Problem
                .of(OperationProblemKind.GARBLED, new ApiObjectReason.ResourceMetricsMalformed()).withDetail(text));
    }
}
