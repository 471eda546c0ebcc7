package tessera.ui.change;

import tessera.model.ObjectRef;

/** Form that creates a missing object from proposed YAML. FX thread. */
final class CreateObjectForm extends ObjectYamlEditorForm {

    /** @param proposal the whole object in YAML */
    CreateObjectForm(ObjectRef object, String proposal) {
        super(object, "make-yaml", "This is a proposal: look at every amount and name in it.");
        beginText(proposal);
    }

    @Override
    void evaluate(String text) {
        setLaunch(text);
    }

    @Override
    public String title() {
        return "Make a " + object().kind();
    }
}
