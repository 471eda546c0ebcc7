package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.FieldViolation;
import tessera.kube.schema.FieldViolation.ViolationKind;

/** A validation of objects by a schema, with the messages of a real server. */
final class SimulatedCustomResourceValidator {

    private final List<FieldViolation> causes = new ArrayList<>();

    private SimulatedCustomResourceValidator() {}

    static List<StatusCause> check(JsonNode value, JsonNode schema) {
        var validation = new SimulatedCustomResourceValidator();
        validation.checkValue(value, schema, "");
        return validation.causes.stream().map(StatusCause::of).toList();
    }

    private void checkValue(JsonNode value, JsonNode schema, String path) {
        if (value.isNull() && schema.path("nullable").asBoolean()) {
            return;
        }
        if (!hasType(value, schema, path)) {
            return;
        }
        checkOneOf(value, schema, path);
        switch (value.getNodeType()) {
            case OBJECT -> checkObject((ObjectNode) value, schema, path);
            case ARRAY -> checkArray(value, schema, path);
            case STRING -> checkText(value.asText(), schema, path);
            case NUMBER -> checkNumber(value, schema, path);
            default -> {}
        }
    }

    private boolean hasType(JsonNode value, JsonNode schema, String path) {
        var wanted = SimulatedStoreJsonCodec.textAt(schema, "type");
        boolean either = schema.path("x-kubernetes-int-or-string").asBoolean();
        boolean fits = switch (wanted) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber()
                    || (value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0);
            case "number" -> value.isNumber();
            default -> !either || value.isIntegralNumber() || value.isTextual();
        };
        if (!fits) {
            var found = typeName(value);
            causes.add(new FieldViolation(path, ViolationKind.WRONG_TYPE, "\"" + found + "\"",
                    "%s in body must be of type %s: \"%s\"".formatted(path, either ? "integer,string" : wanted, found),
                    List.of()));
        }
        return fits;
    }

    private static String typeName(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL -> "null";
            default -> "string";
        };
    }

    private void checkOneOf(JsonNode value, JsonNode schema, String path) {
        var allowed = schema.path("enum");
        if (allowed.isEmpty()) {
            return;
        }
        var texts = new ArrayList<String>();
        for (var one : allowed) {
            if (SimulatedStoreJsonCodec.areEqual(one, value)) {
                return;
            }
            texts.add(one.asText());
        }
        causes.add(FieldViolation.notSupported(path, value, texts));
    }

    private void checkObject(ObjectNode object, JsonNode schema, String path) {
        var required = new TreeSet<String>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        var properties = schema.path("properties");
        var fields = new TreeMap<String, JsonNode>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        required.stream().filter(name -> !object.has(name))
                .forEach(name -> causes.add(FieldViolation.required(joinPath(path, name), "")));
        fields.forEach((name, child) -> {
            if (properties.has(name)) {
                checkValue(child, properties.path(name), joinPath(path, name));
            } else if (schema.path("additionalProperties").isObject()) {
                checkValue(child, schema.path("additionalProperties"), joinPath(path, name));
            }
        });
        var most = schema.get("maxProperties");
        if (most != null && object.size() > most.asInt()) {
            causes.add(FieldViolation.tooMany(path, object.size(), most.asInt()));
        }
    }

    private void checkArray(JsonNode array, JsonNode schema, String path) {
        var most = schema.get("maxItems");
        if (most != null && array.size() > most.asInt()) {
            causes.add(FieldViolation.tooMany(path, array.size(), most.asInt()));
        }
        var least = schema.get("minItems");
        if (least != null && array.size() < least.asInt()) {
            addInvalid(path, Integer.toString(array.size()), "should have at least " + least.asInt() + " items");
        }
        for (int i = 0; i < array.size(); i++) {
            checkValue(array.get(i), schema.path("items"), path + "[" + i + "]");
        }
    }

    private void checkText(String text, JsonNode schema, String path) {
        long length = text.codePoints().count();
        var most = schema.get("maxLength");
        if (most != null && length > most.asLong()) {
            causes.add(FieldViolation.tooLong(path, most.asLong()));
        }
        var quoted = "\"" + text + "\"";
        var least = schema.get("minLength");
        if (least != null && length < least.asLong()) {
            addInvalid(path, quoted, "should be at least " + least.asLong() + " chars long");
        }
        var pattern = SimulatedStoreJsonCodec.textAt(schema, "pattern");
        if (!pattern.isEmpty() && !matchesPattern(text, pattern)) {
            addInvalid(path, quoted, "should match '" + pattern + "'");
        }
    }

    /** Returns whether a text matches; a pattern that this runtime cannot read refuses nothing. */
    private static boolean matchesPattern(String text, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException e) {
            return true;
        }
    }

    private void checkNumber(JsonNode number, JsonNode schema, String path) {
        var least = schema.get("minimum");
        if (least != null) {
            int compared = number.decimalValue().compareTo(least.decimalValue());
            boolean exclusive = schema.path("exclusiveMinimum").asBoolean();
            if (compared < 0 || (exclusive && compared == 0)) {
                addInvalid(path, number.asText(),
                        "should be greater than " + (exclusive ? "" : "or equal to ") + least.asText());
            }
        }
        var most = schema.get("maximum");
        if (most != null) {
            int compared = number.decimalValue().compareTo(most.decimalValue());
            boolean exclusive = schema.path("exclusiveMaximum").asBoolean();
            if (compared > 0 || (exclusive && compared == 0)) {
                addInvalid(path, number.asText(),
                        "should be less than " + (exclusive ? "" : "or equal to ") + most.asText());
            }
        }
    }

    private void addInvalid(String path, String value, String rule) {
        causes.add(new FieldViolation(path, ViolationKind.INVALID, value, "%s in body %s".formatted(path, rule),
                List.of()));
    }

    private static String joinPath(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
