package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import tessera.lint.subject.Manifest;
import tessera.model.ObjectRef;
import tessera.plan.intent.LaunchIntent.Launch;

/** An object that is missing, as YAML: how it could be, for somebody to say how it shall be. FX thread. */
final class MakeForm extends YamlForm {

    /** @param proposal the whole object in YAML */
    MakeForm(ObjectRef object, String proposal) {
        super(object, "make-yaml", "This is a proposal: look at every amount and name in it.");
        begin(proposal);
    }

    @Override
    void look(String text) {
        result().set(text.isBlank() ? "Nothing is written" : "", () -> new Launch(Manifest.read(text).title(),
                List.of("-f", object().name() + ".yaml"), text, object().namespace(), Duration.ZERO));
    }

    @Override
    public String title() {
        return "Make a " + object().kind();
    }
}
