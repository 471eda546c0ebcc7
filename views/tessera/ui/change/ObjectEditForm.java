package tessera.ui.change;

import java.util.function.UnaryOperator;
import tessera.model.ObjectRef;
import tessera.plan.intent.EditObjectIntent;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;

/** Form that edits an object as YAML, read from the cluster with a proposed change. FX thread. */
final class ObjectEditForm extends ObjectYamlEditorForm {

    private String before = "";

    /** @param proposal from the YAML as it is read to the YAML as it could be */
    ObjectEditForm(AppServices services, ObjectRef object, UnaryOperator<String> proposal) {
        super(object, "edit-yaml", "What is not written is deleted. Only what is changed is sent.");
        result().setProblem("Reading…");
        new BackgroundQuery<String>(read -> {
            before = read;
            beginText(proposal.apply(read));
        }, problem -> result().setProblem(problem.problemText()))
                .submit(() -> services.clusterServices().yamlOf(object, /* managed= */ false));
    }

    @Override
    void evaluate(String text) {
        result().set(text.equals(before) ? "Nothing is changed yet" : "",
                () -> new EditObjectIntent(object(), before, text));
    }

    @Override
    public String title() {
        return "Edit a " + object().kind();
    }
}
