package tessera.ui.change;

import java.util.function.UnaryOperator;
import tessera.model.ObjectRef;
import tessera.plan.intent.EditObject;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;

/** How an object shall be, as YAML: it is read from the cluster and shown with a proposal in it. FX thread. */
final class EditForm extends YamlForm {

    private String before = "";

    /** @param proposal from the YAML as it is read to the YAML as it could be */
    EditForm(AppServices desk, ObjectRef object, UnaryOperator<String> proposal) {
        super(object, "edit-yaml", "What is not written is deleted. Only what is changed is sent.");
        result().complain("Reading…");
        new AsyncQuery<String>(read -> {
            before = read;
            begin(proposal.apply(read));
        }, why -> result().complain(why.sentence())).ask(() -> desk.reached().yaml(object, /* managed= */ false));
    }

    @Override
    void look(String text) {
        result().set(text.equals(before) ? "Nothing is changed yet" : "",
                () -> new EditObject(object(), before, text));
    }

    @Override
    public String title() {
        return "Edit a " + object().kind();
    }
}
