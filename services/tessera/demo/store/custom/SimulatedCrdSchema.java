package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.kube.schema.FieldViolation;

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
}
