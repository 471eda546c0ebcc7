package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.store.StoreJson;

/** Compares objects with a schema, and complains in the words of a real server. */
final class SchemaValidation {

    private final List<Cause> causes = new ArrayList<>();

    private SchemaValidation() {}

    static List<Cause> check(JsonNode value, JsonNode schema) {
        var validation = new SchemaValidation();
        validation.value(value, schema, "");
        return List.copyOf(validation.causes);
    }

    private void value(JsonNode value, JsonNode schema, String path) {
        if (value.isNull() && schema.path("nullable").asBoolean()) {
            return;
        }
        if (!type(value, schema, path)) {
            return;
        }
        oneOf(value, schema, path);
        switch (value.getNodeType()) {
            case OBJECT -> object((ObjectNode) value, schema, path);
            case ARRAY -> array(value, schema, path);
            case STRING -> text(value.asText(), schema, path);
            case NUMBER -> number(value, schema, path);
            default -> {}
        }
    }

    private boolean type(JsonNode value, JsonNode schema, String path) {
        var wanted = StoreJson.text(schema, "type");
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
            var found = typeOf(value);
            add("FieldValueTypeInvalid", path,
                    "Invalid value: \"%s\": %s in body must be of type %s: \"%s\"".formatted(found,
                            path, either ? "integer,string" : wanted, found));
        }
        return fits;
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL -> "null";
            default -> "string";
        };
    }

    private void oneOf(JsonNode value, JsonNode schema, String path) {
        var allowed = schema.path("enum");
        if (allowed.isEmpty()) {
            return;
        }
        var texts = new ArrayList<String>();
        for (var one : allowed) {
            if (StoreJson.same(one, value)) {
                return;
            }
            texts.add(one.isTextual() ? "\"" + one.asText() + "\"" : one.toString());
        }
        add("FieldValueNotSupported", path,
                "Unsupported value: %s: supported values: %s".formatted(value, String.join(", ", texts)));
    }

    private void object(ObjectNode object, JsonNode schema, String path) {
        var required = new TreeSet<String>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        var properties = schema.path("properties");
        var fields = new TreeMap<String, JsonNode>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        required.stream().filter(name -> !object.has(name))
                .forEach(name -> add("FieldValueRequired", join(path, name), "Required value"));
        fields.forEach((name, child) -> {
            if (properties.has(name)) {
                value(child, properties.path(name), join(path, name));
            } else if (schema.path("additionalProperties").isObject()) {
                value(child, schema.path("additionalProperties"), join(path, name));
            }
        });
        var most = schema.get("maxProperties");
        if (most != null && object.size() > most.asInt()) {
            add("FieldValueTooMany", path,
                    "Too many: %d: must have at most %d items".formatted(object.size(), most.asInt()));
        }
    }

    private void array(JsonNode array, JsonNode schema, String path) {
        var most = schema.get("maxItems");
        if (most != null && array.size() > most.asInt()) {
            add("FieldValueTooMany", path,
                    "Too many: %d: must have at most %d items".formatted(array.size(), most.asInt()));
        }
        var least = schema.get("minItems");
        if (least != null && array.size() < least.asInt()) {
            invalid(path, Integer.toString(array.size()), "should have at least " + least.asInt() + " items");
        }
        for (int i = 0; i < array.size(); i++) {
            value(array.get(i), schema.path("items"), path + "[" + i + "]");
        }
    }

    private void text(String text, JsonNode schema, String path) {
        long length = text.codePoints().count();
        var most = schema.get("maxLength");
        if (most != null && length > most.asLong()) {
            add("FieldValueTooLong", path, "Too long: may not be more than " + most.asLong() + " bytes");
        }
        var quoted = "\"" + text + "\"";
        var least = schema.get("minLength");
        if (least != null && length < least.asLong()) {
            invalid(path, quoted, "should be at least " + least.asLong() + " chars long");
        }
        var pattern = StoreJson.text(schema, "pattern");
        if (!pattern.isEmpty() && !matches(text, pattern)) {
            invalid(path, quoted, "should match '" + pattern + "'");
        }
    }

    /** A pattern that this runtime cannot read refuses nothing. */
    private static boolean matches(String text, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException e) {
            return true;
        }
    }

    private void number(JsonNode number, JsonNode schema, String path) {
        var least = schema.get("minimum");
        if (least != null) {
            int compared = number.decimalValue().compareTo(least.decimalValue());
            boolean exclusive = schema.path("exclusiveMinimum").asBoolean();
            if (compared < 0 || (exclusive && compared == 0)) {
                invalid(path, number.asText(),
                        "should be greater than " + (exclusive ? "" : "or equal to ") + least.asText());
            }
        }
        var most = schema.get("maximum");
        if (most != null) {
            int compared = number.decimalValue().compareTo(most.decimalValue());
            boolean exclusive = schema.path("exclusiveMaximum").asBoolean();
            if (compared > 0 || (exclusive && compared == 0)) {
                invalid(path, number.asText(),
                        "should be less than " + (exclusive ? "" : "or equal to ") + most.asText());
            }
        }
    }

    private void invalid(String path, String value, String rule) {
        add("FieldValueInvalid", path, "Invalid value: %s: %s in body %s".formatted(value, path, rule));
    }

    private void add(String reason, String path, String message) {
        causes.add(new Cause(reason, message, path));
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
