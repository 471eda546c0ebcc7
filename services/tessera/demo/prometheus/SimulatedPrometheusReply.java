package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;

/** Replies in the form of the HTTP API of Prometheus. */
final class SimulatedPrometheusReply {

    private static final ObjectMapper JSON = new JsonMapper().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

    private SimulatedPrometheusReply() {}

    /** The body of a reply with data. */
    private record PrometheusSuccessBody(String status, Object data) {}

    /** The body of a reply without data. */
    private record PrometheusErrorBody(String status, String errorType, String error) {}

    static PodProxyResponse ofData(Object data) {
        return ofJson(200, new PrometheusSuccessBody("success", data));
    }

    static PodProxyResponse ofError(SimulatedPromqlException exception) {
        return ofJson(exception.statusCode(),
                new PrometheusErrorBody("error", exception.errorType(), String.valueOf(exception.getMessage())));
    }

    static PodProxyResponse ofText(int status, String text) {
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    private static PodProxyResponse ofJson(int status, Object body) {
        try {
            return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "application/json"),
                    JSON.writeValueAsString(body));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a moment and a value as they are written: seconds, and the number as text. */
    static List<Object> sample(long millis, double value) {
        return List.of(BigDecimal.valueOf(millis, 3).stripTrailingZeros(), numberText(value));
    }

    static String numberText(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
