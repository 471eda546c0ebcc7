package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.Step;

/** The namespace of a GPU stack, which has to let privileged pods in. */
final class PrivilegedNamespace {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    private static final String PRIVILEGED = "privileged";

    private PrivilegedNamespace() {}

    /**
     * What makes it so; empty where nothing has to be done.
     *
     * @param labels   of the namespace; empty where there is none
     * @param labelled whether the operator labels it itself
     */
    static Optional<PlannedStep> step(ReleaseName name, Optional<Map<String, String>> labels, boolean labelled) {
        var object = new ObjectRef("v1", "Namespace", "namespaces", "", name.namespace());
        if (labels.isEmpty()) {
            var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
            body.putObject("metadata").put("name", name.namespace()).putObject("labels").put(ENFORCE, PRIVILEGED);
            return Optional.of(new PlannedStep(new Step.Create(object, body.toString()),
                    "Make the namespace " + name.namespace() + ", which lets privileged pods in",
                    "the namespace " + name.namespace() + " is there", Optional.empty()));
        }
        if (labelled || labels.get().getOrDefault(ENFORCE, PRIVILEGED).equals(PRIVILEGED)) {
            return Optional.empty();
        }
        var body = JSON.createObjectNode();
        body.putObject("metadata").putObject("labels").put(ENFORCE, PRIVILEGED);
        return Optional.of(new PlannedStep(
                new Step.Patch(object, "", Step.Form.MERGE, body.toString(), Map.of()),
                "Let privileged pods into " + name.namespace(), name.namespace() + " lets privileged pods in",
                Optional.empty()));
    }
}
