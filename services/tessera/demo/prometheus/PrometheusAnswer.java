package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Map;
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
import tessera.demo.http.HeaderFields;
import tessera.demo.prometheus.promql.QueryException;

/** Answers as the HTTP API of Prometheus writes them. */
final class PrometheusAnswer {

    private static final JsonFactory JSON = new JsonFactory();

    private PrometheusAnswer() {}

    /** Writes what an answer is about. */
    interface DataWriter {
        void write(JsonGenerator json) throws IOException;
    }

    static Reply success(DataWriter data) {
        return reply(200, json -> {
            json.writeStringField("status", "success");
            json.writeFieldName("data");
            data.write(json);
        });
    }

    static Reply error(QueryException why) {
        return reply(why.status(), json -> {
            json.writeStringField("status", "error");
            json.writeStringField("errorType", why.type());
            json.writeStringField("error", String.valueOf(why.getMessage()));
        });
    }

    static Reply text(int status, String text) {
        return new Reply(status, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    private static Reply reply(int status, DataWriter fields) {
        var text = new StringWriter(1 << 12);
        try (var json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Reply(status, HeaderFields.of("Content-Type", "application/json"), text.toString());
    }

    static void labels(JsonGenerator json, Map<String, String> labels) throws IOException {
        json.writeStartObject();
        for (var label : labels.entrySet()) {
            json.writeStringField(label.getKey(), label.getValue());
        }
        json.writeEndObject();
    }

    static void texts(JsonGenerator json, Iterable<String> texts) throws IOException {
        json.writeStartArray();
        for (var text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /** A moment and a value: numbers travel as texts. */
    static void sample(JsonGenerator json, long millis, double value) throws IOException {
        sample(json, moment(millis), value);
    }

    /** @param moment as {@link #moment} has it */
    static void sample(JsonGenerator json, String moment, double value) throws IOException {
        json.writeStartArray();
        json.writeNumber(moment);
        json.writeString(number(value));
        json.writeEndArray();
    }

    /** The seconds since 1970 as they are written. */
    static String moment(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
