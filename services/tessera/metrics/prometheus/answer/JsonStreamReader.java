package tessera.metrics.prometheus.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        expectToken(JsonToken.START_OBJECT, "an object");
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
        expectToken(JsonToken.START_ARRAY, "a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.readElement();
        }
    }

    void skipValue() throws IOException {
        parser.skipChildren();
    }

    String readText() throws IOException {
        expectToken(JsonToken.VALUE_STRING, "text");
        return parser.getText();
    }

    double readNumber() throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw unexpectedToken("a number");
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
        throw new MalformedPrometheusResponseException(
                jsonPointer() + " is “" + (text.length() > 40 ? text.substring(0, 40) + "…" : text)
                        + "” where a number was expected");
    }

    /** Reads a time in seconds, and returns milliseconds since 1970. */
    long readEpochMillis() throws IOException {
        double seconds = readNumber();
        if (Math.abs(seconds) > 1e13) {
            throw new MalformedPrometheusResponseException(jsonPointer() + " is no moment");
        }
        return Math.round(seconds * 1000);
    }

    /** A consumer of a time and a value. */
    @FunctionalInterface
    interface TimeValueConsumer {
        void acceptPair(long moment, double value) throws IOException;
    }

    void readPair(TimeValueConsumer timeValueConsumer) throws IOException {
        expectToken(JsonToken.START_ARRAY, "a list");
        parser.nextToken();
        long moment = readEpochMillis();
        parser.nextToken();
        double value = readSampleValue();
        parser.nextToken();
        expectToken(JsonToken.END_ARRAY, "the end of the list");
        timeValueConsumer.acceptPair(moment, value);
    }

    boolean isAtObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    boolean isAtNumber() {
        return parser.currentToken().isNumeric();
    }

    MalformedPrometheusResponseException missingField(String subject) {
        return new MalformedPrometheusResponseException(jsonPointer() + " has no " + subject);
    }

    private void expectToken(JsonToken token, String subject) throws IOException {
        if (!parser.hasToken(token)) {
            throw unexpectedToken(subject);
        }
    }

    private MalformedPrometheusResponseException unexpectedToken(String wanted) {
        var token = parser.currentToken();
        var found = switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            case null, default -> "nothing";
        };
        return new MalformedPrometheusResponseException(
                jsonPointer() + " is " + found + " where " + wanted + " was expected");
    }

    /** Returns the current place as a JSON pointer. */
    private String jsonPointer() {
        var pointer = parser.getParsingContext().pathAsPointer().toString();
        return pointer.isEmpty() ? "The whole" : pointer;
    }
}
