package tessera.ui.change;

import tessera.model.ObjectRef;
import tessera.plan.workload.ProposedPodYamlRewriter;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;

/**
 * Form that creates a new pod or Job beside the present one, as YAML, because their specs are immutable. FX thread.
 */
final class PodOrJobCopyForm extends ObjectYamlEditorForm {

    PodOrJobCopyForm(AppServices services, ObjectRef object) {
        super(object, "anew-yaml",
                "What a %s asks for is settled once it is made, so this makes another. Write what it shall ask for; %s stays until you delete it."
                        .formatted(object.kind(), object.name()));
        result().setProblem("Reading…");
        new BackgroundQuery<String>(read -> beginText(ProposedPodYamlRewriter.copyForRecreation(read)),
                problem -> result().setProblem(problem.problemText()))
                .submit(() -> services.clusterServices().yamlOf(object, /* managed= */ false));
    }

    @Override
    void evaluate(String text) {
        setLaunch(text);
    }

    @Override
    public String title() {
        return "Make a %s anew".formatted(object().kind());
    }
}
