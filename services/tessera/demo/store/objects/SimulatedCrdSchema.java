package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tessera.cel.CelException;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.cel.CelValues;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.FieldViolation;
import tessera.kube.schema.FieldViolation.ViolationKind;

/** The schema of one version of a custom resource. */
final class SimulatedCrdSchema {

    /** What is so wrong that rules cannot be asked any more. */
    private static final Set<String> BLOCKING = Set.of("FieldValueTypeInvalid", "FieldValueRequired",
            "FieldValueNotSupported", "FieldValueTooLong", "FieldValueTooMany");
    private static final StatusCause NOT_ALL_CHECKED = StatusCause.of(FieldViolation.invalid("<nil>",
            MissingNode.getInstance(), "some validation rules were not checked because the object was invalid; correct"
                    + " the existing errors to complete validation"));

    private final JsonNode schema;
    private final boolean hasRules;

    /** @param version an entry of {@code spec.versions} of a definition */
    SimulatedCrdSchema(JsonNode version) {
        this.schema = version.path("schema").path("openAPIV3Schema");
        this.hasRules = SimulatedCrdCelRuleEvaluator.hasRules(schema);
    }

    void applyDefaults(ObjectNode object) {
        applyDefaults(object, schema);
    }

    /** Returns the causes why an object is invalid; empty for a valid one. */
    List<StatusCause> check(ObjectNode object, @Nullable ObjectNode before) {
        var causes = new ArrayList<>(SimulatedCustomResourceValidator.check(object, schema));
        if (hasRules) {
            if (causes.stream().anyMatch(statusCause -> BLOCKING.contains(statusCause.reason()))) {
                causes.add(NOT_ALL_CHECKED);
            } else {
                causes.addAll(SimulatedCrdCelRuleEvaluator.check(object, before, schema));
            }
        }
        return causes;
    }

    /** Evaluates the rules of a schema beside types: {@code x-kubernetes-validations}. */
    private static final class SimulatedCrdCelRuleEvaluator {

        private static final System.Logger LOG = System.getLogger(SimulatedCrdCelRuleEvaluator.class.getName());
        private static final String RULES = "x-kubernetes-validations";
        private final List<StatusCause> causes = new ArrayList<>();

        private SimulatedCrdCelRuleEvaluator() {}

        /** Returns whether a schema has any rule, at whatever depth. */
        static boolean hasRules(JsonNode schema) {
            return schema.findValue(RULES) != null;
        }

        static List<StatusCause> check(JsonNode value, @Nullable JsonNode before, JsonNode schema) {
            var rules = new SimulatedCrdCelRuleEvaluator();
            rules.checkValue(value, before, schema, "");
            return List.copyOf(rules.causes);
        }

        private void checkValue(JsonNode value, @Nullable JsonNode before, JsonNode schema, String path) {
            for (var rule : schema.path(RULES)) {
                evaluateRule(rule, value, before, path);
            }
            if (value instanceof ObjectNode object) {
                var properties = schema.path("properties");
                object.properties().forEach(field -> {
                    var name = field.getKey();
                    var old = before == null ? null : before.get(name);
                    var child = properties.has(name) ? properties.path(name) : schema.path("additionalProperties");
                    checkValue(field.getValue(), old, child, path.isEmpty() ? name : path + "." + name);
                });
            } else if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    checkValue(value.get(i), null, schema.path("items"), path + "[" + i + "]");
                }
            }
        }

        private void evaluateRule(JsonNode rule, JsonNode value, @Nullable JsonNode before, String path) {
            var text = SimulatedStoreJsonCodec.textAt(rule, "rule");
            var variables = new HashMap<String, Object>(Map.of("self", CelValues.fromJson(value)));
            if (before != null) {
                variables.put("oldSelf", CelValues.fromJson(before));
            } else if (text.contains("oldSelf")) {
                return;
            }
            try {
                if (!CelProgram.compile(CelScope.SCHEMA_RULE, text).isTrue(variables)) {
                    causes.add(failureCause(rule, value, variables, path));
                }
            } catch (CelException e) {
                LOG.log(System.Logger.Level.DEBUG, () -> "rule not understood: " + text + ": " + e.getMessage());
            }
        }

        private static StatusCause failureCause(JsonNode rule, JsonNode value, Map<String, Object> variables,
                String path) {
            var kind = ViolationKind.ofReason(rule.path("reason").asText());
            var shown = kind == ViolationKind.INVALID && !value.isContainerNode() ? value.toString() : "";
            return StatusCause.of(new FieldViolation(path + SimulatedStoreJsonCodec.textAt(rule, "fieldPath"), kind,
                    shown, ruleMessage(rule, variables), List.of()));
        }

        private static String ruleMessage(JsonNode rule, Map<String, Object> variables) {
            var expression = SimulatedStoreJsonCodec.textAt(rule, "messageExpression");
            if (!expression.isEmpty()) {
                try {
                    return String.valueOf(CelProgram.compile(CelScope.SCHEMA_RULE, expression).evaluate(variables));
                } catch (CelException e) {
                    LOG.log(System.Logger.Level.DEBUG, "message not understood", e);
                }
            }
            return rule.path("message").asText("failed rule: " + SimulatedStoreJsonCodec.textAt(rule, "rule"));
        }
    }

    /** Fills in the defaults, changing the value. A default goes in only where there is something to hold it. */
    private static void applyDefaults(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            schema.path("properties").properties().forEach(property -> {
                var name = property.getKey();
                var fallback = property.getValue().get("default");
                boolean absent = !object.has(name) || (object.path(name).isNull() && !isNullable(property.getValue()));
                if (fallback != null && absent) {
                    object.set(name, fallback.deepCopy());
                }
                if (object.has(name)) {
                    applyDefaults(object.path(name), property.getValue());
                }
            });
            var others = schema.path("additionalProperties");
            if (others.isObject()) {
                object.forEach(child -> applyDefaults(child, others));
            }
        } else if (value.isArray()) {
            value.forEach(item -> applyDefaults(item, schema.path("items")));
        }
    }

    private static boolean isNullable(JsonNode schema) {
        return schema.path("nullable").asBoolean();
    }

    /** A validation of objects by a schema, with the messages of a real server. */
    private static final class SimulatedCustomResourceValidator {

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
                        "%s in body must be of type %s: \"%s\"".formatted(path, either ? "integer,string" : wanted,
                                found),
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
            checkBound(number, schema.get("minimum"), schema.path("exclusiveMinimum").asBoolean(), 1, path);
            checkBound(number, schema.get("maximum"), schema.path("exclusiveMaximum").asBoolean(), -1, path);
        }

        /** @param side 1 for a bound below, -1 for one above */
        private void checkBound(JsonNode number, @Nullable JsonNode bound, boolean exclusive, int side, String path) {
            if (bound == null) {
                return;
            }
            int compared = side * number.decimalValue().compareTo(bound.decimalValue());
            if (compared < 0 || (exclusive && compared == 0)) {
                addInvalid(path, number.asText(), "should be %s than %s%s".formatted(side > 0 ? "greater" : "less",
                        exclusive ? "" : "or equal to ", bound.asText()));
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
}
