package tessera.metrics.prometheus.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reading of JSON step by step, in which everything must be of the type that was promised. */
final class JsonWalk {

    private final JsonParser parser;

    JsonWalk(JsonParser parser) {
        this.parser = parser;
    }

    /** What is done with a field, whose value the parser stands at. */
    @FunctionalInterface
    interface FieldAction {
        void read(String name) throws IOException;
    }

    /** What is done with an element, which the parser stands at. */
    @FunctionalInterface
    interface ElementAction {
        void read() throws IOException;
    }

    void object(FieldAction field) throws IOException {
        expect(JsonToken.START_OBJECT, "an object");
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            field.read(name);
        }
    }

    /** An array; nothing is as good as an empty one. */
    void array(ElementAction element) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NULL)) {
            return;
        }
        expect(JsonToken.START_ARRAY, "a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.read();
        }
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    String text() throws IOException {
        expect(JsonToken.VALUE_STRING, "text");
        return parser.getText();
    }

    double number() throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw wrong("a number");
        }
        return parser.getDoubleValue();
    }

    /** Text, or nothing where there is something else. */
    String anyText() throws IOException {
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
            return parser.getText();
        }
        parser.skipChildren();
        return "";
    }

    List<String> texts() throws IOException {
        var texts = new ArrayList<String>();
        array(() -> texts.add(text()));
        return texts;
    }

    Map<String, String> textByName() throws IOException {
        var texts = new LinkedHashMap<String, String>();
        if (!parser.hasToken(JsonToken.VALUE_NULL)) {
            object(name -> texts.put(name, text()));
        }
        return texts;
    }

    /** A value as Prometheus writes it: text, so that it can be infinite. */
    double value() throws IOException {
        var text = text();
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> decimal(text);
        };
    }

    private double decimal(String text) throws IOException {
        // Java would take “1f” and “Infinity”, too.
        if (!text.isEmpty() && text.charAt(text.length() - 1) <= '9' && text.charAt(0) <= '9') {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException _) {
                // Told below.
            }
        }
        throw new MalformedResponseException(
                where() + " is “" + (text.length() > 40 ? text.substring(0, 40) + "…" : text)
                        + "” where a number was expected");
    }

    /** A moment in seconds, as milliseconds since 1970. */
    long moment() throws IOException {
        double seconds = number();
        if (Math.abs(seconds) > 1e13) {
            throw new MalformedResponseException(where() + " is no moment");
        }
        return Math.round(seconds * 1000);
    }

    /** A moment and a value. */
    @FunctionalInterface
    interface Pair {
        void take(long moment, double value) throws IOException;
    }

    void pair(Pair pair) throws IOException {
        expect(JsonToken.START_ARRAY, "a list");
        parser.nextToken();
        long moment = moment();
        parser.nextToken();
        double value = value();
        parser.nextToken();
        expect(JsonToken.END_ARRAY, "the end of the list");
        pair.take(moment, value);
    }

    boolean atObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    boolean atNumber() {
        return parser.currentToken().isNumeric();
    }

    MalformedResponseException missing(String what) {
        return new MalformedResponseException(where() + " has no " + what);
    }

    private void expect(JsonToken token, String what) throws IOException {
        if (!parser.hasToken(token)) {
            throw wrong(what);
        }
    }

    private MalformedResponseException wrong(String wanted) {
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
        return new MalformedResponseException(where() + " is " + found + " where " + wanted + " was expected");
    }

    /** The place as a JSON pointer. */
    private String where() {
        var pointer = parser.getParsingContext().pathAsPointer().toString();
        return pointer.isEmpty() ? "The whole" : pointer;
    }
}
