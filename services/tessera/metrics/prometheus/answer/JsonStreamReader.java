package tessera.metrics.prometheus.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.FieldMissing;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.JsonShape;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.NumberInvalid;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.ShapeMismatch;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.TimeInvalid;
import tessera.text.TextExcerpt;

/** Reads JSON step by step and requires every value to have the expected type. */
final class JsonStreamReader {

    private final JsonParser parser;

    JsonStreamReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Handles a field at whose value the parser stands. */
    @FunctionalInterface
    interface JsonFieldHandler {
        void readField(String name) throws IOException;
    }

    /** Handles an element at which the parser stands. */
    @FunctionalInterface
    interface JsonElementHandler {
        void readElement() throws IOException;
    }

    void readObject(JsonFieldHandler field) throws IOException {
        expectToken(JsonToken.START_OBJECT, JsonShape.OBJECT);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            field.readField(name);
        }
    }

    /** Reads an array; null counts as an empty one. */
    void readArray(JsonElementHandler element) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NULL)) {
            return;
        }
        expectToken(JsonToken.START_ARRAY, JsonShape.LIST);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.readElement();
        }
    }

    void skipValue() throws IOException {
        parser.skipChildren();
    }

    String readText() throws IOException {
        expectToken(JsonToken.VALUE_STRING, JsonShape.TEXT);
        return parser.getText();
    }

    double readNumber() throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw unexpectedToken(JsonShape.NUMBER);
        }
        return parser.getDoubleValue();
    }

    /** Reads a text; empty where there is something else. */
    String readOptionalText() throws IOException {
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
            return parser.getText();
        }
        parser.skipChildren();
        return "";
    }

    List<String> readTexts() throws IOException {
        var texts = new ArrayList<String>();
        readArray(() -> texts.add(readText()));
        return texts;
    }

    Map<String, String> readTextMap() throws IOException {
        var texts = new LinkedHashMap<String, String>();
        if (!parser.hasToken(JsonToken.VALUE_NULL)) {
            readObject(name -> texts.put(name, readText()));
        }
        return texts;
    }

    /** Reads a value as Prometheus writes it: as text, so that it can be infinite. */
    double readSampleValue() throws IOException {
        var text = readText();
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> parseDecimal(text);
        };
    }

    private double parseDecimal(String text) throws IOException {
        // Java would take “1f” and “Infinity”, too.
        if (!text.isEmpty() && text.charAt(text.length() - 1) <= '9' && text.charAt(0) <= '9') {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException _) {
                // Told below.
            }
        }
        throw new MalformedPrometheusResponseException(new NumberInvalid(jsonPointer(), TextExcerpt.shorten(text, 40)));
    }

    /** Reads a time in seconds, and returns milliseconds since 1970. */
    long readEpochMillis() throws IOException {
        double seconds = readNumber();
        if (Math.abs(seconds) > 1e13) {
            throw new MalformedPrometheusResponseException(new TimeInvalid(jsonPointer()));
        }
        return Math.round(seconds * 1000);
    }

    /** A consumer of a time and a value. */
    @FunctionalInterface
    interface TimeValueConsumer {
        void acceptPair(long moment, double value) throws IOException;
    }

    void readPair(TimeValueConsumer timeValueConsumer) throws IOException {
        expectToken(JsonToken.START_ARRAY, JsonShape.LIST);
        parser.nextToken();
        long moment = readEpochMillis();
        parser.nextToken();
        double value = readSampleValue();
        parser.nextToken();
        expectToken(JsonToken.END_ARRAY, JsonShape.LIST_END);
        timeValueConsumer.acceptPair(moment, value);
    }

    boolean isAtObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    boolean isAtNumber() {
        return parser.currentToken().isNumeric();
    }

    MalformedPrometheusResponseException missingField(String subject) {
        return new MalformedPrometheusResponseException(new FieldMissing(jsonPointer(), subject));
    }

    private void expectToken(JsonToken token, JsonShape expected) throws IOException {
        if (!parser.hasToken(token)) {
            throw unexpectedToken(expected);
        }
    }

    private MalformedPrometheusResponseException unexpectedToken(JsonShape expected) {
        var token = parser.currentToken();
        var found = switch (token) {
            case START_OBJECT -> JsonShape.OBJECT;
            case START_ARRAY -> JsonShape.LIST;
            case VALUE_STRING -> JsonShape.TEXT;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonShape.NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> JsonShape.BOOLEAN;
            case VALUE_NULL -> JsonShape.NULL;
            case null, default -> JsonShape.NOTHING;
        };
        return new MalformedPrometheusResponseException(new ShapeMismatch(jsonPointer(), found, expected));
    }

    /** Returns the current place as a JSON pointer; empty for the whole. */
    private String jsonPointer() {
        return parser.getParsingContext().pathAsPointer().toString();
    }
}
