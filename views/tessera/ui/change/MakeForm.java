package tessera.ui.change;

import tessera.model.ObjectRef;

/** An object that is missing, as YAML: how it could be, for somebody to say how it shall be. FX thread. */
final class MakeForm extends YamlForm {

    /** @param proposal the whole object in YAML */
    MakeForm(ObjectRef object, String proposal) {
        super(object, "make-yaml", "This is a proposal: look at every amount and name in it.");
        begin(proposal);
    }

    @Override
    void look(String text) {
        make(text);
    }

    @Override
    public String title() {
        return "Make a " + object().kind();
    }
}
