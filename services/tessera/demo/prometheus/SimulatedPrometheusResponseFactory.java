package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Map;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.prometheus.promql.SimulatedPromqlException;

/** Replies in the form of the HTTP API of Prometheus. */
final class SimulatedPrometheusResponseFactory {

    private static final JsonFactory JSON = new JsonFactory();

    private SimulatedPrometheusResponseFactory() {}

    /** A writer of a reply's data. */
    interface PrometheusDataWriter {
        void write(JsonGenerator json) throws IOException;
    }

    static PodProxyResponse successReply(PrometheusDataWriter data) {
        return jsonReply(200, json -> {
            json.writeStringField("status", "success");
            json.writeFieldName("data");
            data.write(json);
        });
    }

    static PodProxyResponse errorReply(SimulatedPromqlException exception) {
        return jsonReply(exception.statusCode(), json -> {
            json.writeStringField("status", "error");
            json.writeStringField("errorType", exception.errorType());
            json.writeStringField("error", String.valueOf(exception.getMessage()));
        });
    }

    static PodProxyResponse textReply(int status, String text) {
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    private static PodProxyResponse jsonReply(int status, PrometheusDataWriter fields) {
        var text = new StringWriter(1 << 12);
        try (var json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "application/json"), text.toString());
    }

    static void writeLabels(JsonGenerator json, Map<String, String> labels) throws IOException {
        json.writeStartObject();
        for (var label : labels.entrySet()) {
            json.writeStringField(label.getKey(), label.getValue());
        }
        json.writeEndObject();
    }

    static void writeTexts(JsonGenerator json, Iterable<String> texts) throws IOException {
        json.writeStartArray();
        for (var text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /** Writes a moment and a value: numbers travel as texts. */
    static void writeSample(JsonGenerator json, long millis, double value) throws IOException {
        writeSample(json, secondsText(millis), value);
    }

    /** @param moment as {@link #secondsText} has it */
    static void writeSample(JsonGenerator json, String moment, double value) throws IOException {
        json.writeStartArray();
        json.writeNumber(moment);
        json.writeString(numberText(value));
        json.writeEndArray();
    }

    /** Returns a moment as seconds since 1970, as they are written. */
    static String secondsText(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
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
