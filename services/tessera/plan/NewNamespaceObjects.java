package tessera.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.plan.model.ChangePlan;
import tessera.plan.step.PlanStep;
import tessera.yaml.ReadableYaml;

/**
 * What goes into namespaces that a plan only makes: the server cannot rehearse it, since it refuses whatever is in no
 * namespace that there is. It is shown as it will be sent.
 *
 * @param namespaces by name
 */
record NewNamespaceObjects(Set<String> namespaces) {

    static NewNamespaceObjects by(ChangePlan plan) {
        return new NewNamespaceObjects(plan.steps().stream().map(planned -> planned.step())
                .filter(PlanStep.Create.class::isInstance)
                .map(PlanStep::object).filter(object -> object.kind().equals("Namespace")).map(object -> object.name())
                .collect(Collectors.toSet()));
    }

    /** Empty for what the server can be asked about. */
    Optional<ObjectChange> of(PlanStep step) {
        if (!(step instanceof PlanStep.Create(var object, var body)) || !namespaces.contains(object.namespace())) {
            return Optional.empty();
        }
        try {
            var after = ReadableYaml.mapper().writeValueAsString(new JsonMapper().readTree(body));
            return Optional
                    .of(new ObjectChange(object, "", after, UnifiedDiff.unified(object.toString(), "", after),
                            List.of(),
                            Optional.empty(), false));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan holds JSON that is none", e);
        }
    }
}
