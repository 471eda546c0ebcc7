package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
public final class SimulatedCrdSchema {

    /** What is so wrong that rules cannot be asked any more. */
    private static final Set<String> BLOCKING = Set.of("FieldValueTypeInvalid", "FieldValueRequired",
            "FieldValueNotSupported", "FieldValueTooLong", "FieldValueTooMany");
    private static final StatusCause NOT_ALL_CHECKED = StatusCause.of(FieldViolation.invalid("<nil>",
            MissingNode.getInstance(), "some validation rules were not checked because the object was invalid; correct"
                    + " the existing errors to complete validation"));

    private final JsonNode schema;
    private final boolean hasRules;

    /** @param version an entry of {@code spec.versions} of a definition */
    public SimulatedCrdSchema(JsonNode version) {
        this.schema = version.path("schema").path("openAPIV3Schema");
        this.hasRules = SimulatedCrdCelRuleEvaluator.hasRules(schema);
    }

    /** Fills in the defaults of the schema. */
    public void applyDefaults(ObjectNode object) {
        SimulatedCustomResourceDefaulter.applyDefaults(object, schema);
    }

    /** Returns the causes why an object is invalid; empty for a valid one. */
    public List<StatusCause> check(ObjectNode object, @Nullable ObjectNode before) {
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
            return StatusCause
                    .of(new FieldViolation(path + SimulatedStoreJsonCodec.textAt(rule, "fieldPath"), kind, shown,
                            ruleMessage(rule, variables), List.of()));
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

    /** Fills in the defaults that a schema declares. */
    private static final class SimulatedCustomResourceDefaulter {

        private SimulatedCustomResourceDefaulter() {}

        /** Fills in the defaults, changing the value. A default goes in only where there is something to hold it. */
        static void applyDefaults(JsonNode value, JsonNode schema) {
            if (value instanceof ObjectNode object) {
                schema.path("properties").properties().forEach(property -> {
                    var name = property.getKey();
                    var fallback = property.getValue().get("default");
                    boolean absent = !object.has(name)
                            || (object.path(name).isNull() && !isNullable(property.getValue()));
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
    }
}
