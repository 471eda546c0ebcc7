package tessera.ui.change;

import tessera.model.ObjectRef;
import tessera.plan.workload.PodRewriting;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;

/**
 * A pod or Job made anew beside the one there is, as YAML: what these ask for is settled once they are made. FX thread.
 */
final class AnewForm extends YamlForm {

    AnewForm(AppServices desk, ObjectRef object) {
        super(object, "anew-yaml",
                "What a %s asks for is settled once it is made, so this makes another. Write what it shall ask for; %s stays until you delete it."
                        .formatted(object.kind(), object.name()));
        result().complain("Reading…");
        new AsyncQuery<String>(read -> begin(PodRewriting.anew(read)), why -> result().complain(why.sentence()))
                .ask(() -> desk.reached().yaml(object, /* managed= */ false));
    }

    @Override
    void look(String text) {
        make(text);
    }

    @Override
    public String title() {
        return "Make a %s anew".formatted(object().kind());
    }
}
