package tessera.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.plan.model.ChangePlan;
import tessera.plan.step.PlanStep;
import tessera.yaml.ReadableYamlMapperFactory;

/**
 * The objects in namespaces that the plan itself creates, which the server cannot dry-run. It is shown as it will be sent.
 *
 * @param namespaces by name
 */
record NewNamespaceObjectPreviewer(Set<String> namespaces) {

    static NewNamespaceObjectPreviewer createdBy(ChangePlan plan) {
        return new NewNamespaceObjectPreviewer(
                plan.steps().stream().map(planned -> planned.step()).filter(PlanStep.CreateObjectStep.class::isInstance)
                        .map(PlanStep::object).filter(object -> object.kind().equals("Namespace"))
                        .map(object -> object.name()).collect(Collectors.toSet()));
    }

    /** Returns the change of a step in a new namespace; empty if the server can dry-run the step. */
    Optional<ObjectChangePreview> describeCreation(PlanStep step) {
        if (!(step instanceof PlanStep.CreateObjectStep(var object, var body))
                || !namespaces.contains(object.namespace())) {
            return Optional.empty();
        }
        try {
            var after = ReadableYamlMapperFactory.mapper().writeValueAsString(new JsonMapper().readTree(body));
            return Optional.of(new ObjectChangePreview(object, "", after,
                    UnifiedDiff.unifiedDiff(object.toString(), "", after), List.of(), Optional.empty(), false));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("malformed patch", e);
        }
    }
}
