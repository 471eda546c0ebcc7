package tessera.ui.change;

import java.util.function.UnaryOperator;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.plan.intent.EditObject;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Texts;
import tessera.ui.yaml.YamlPane;

/** How an object shall be, as YAML: it is read from the cluster and shown with a proposal in it. FX thread. */
final class EditForm implements ResultForm {

    private static final double LEAST_HEIGHT = 320;

    private final ObjectRef object;
    private final YamlPane yaml = new YamlPane("edit-yaml");
    private final VBox node = new VBox(8,
            Texts.wrapped("What is not written is deleted. Only what is changed is sent.", "small", "muted"),
            yaml.node());
    private final FormResult result = new FormResult();
    private String before = "";

    /** @param proposal from the YAML as it is read to the YAML as it could be */
    EditForm(Desk desk, ObjectRef object, UnaryOperator<String> proposal) {
        this.object = object;
        node.getStyleClass().add("change-yaml");
        node.setMinHeight(LEAST_HEIGHT);
        VBox.setVgrow(yaml.node(), Priority.ALWAYS);
        result.complain("Reading…");
        new Lookup<String>(read -> {
            before = read;
            yaml.begin(proposal.apply(read));
            yaml.edited(this::look);
            look();
        }, why -> result.complain(why.sentence())).ask(() -> desk.reached().yaml(object, /* managed= */ false));
    }

    private void look() {
        var text = yaml.text();
        result.set(text.equals(before) ? "Nothing is other than it was" : "",
                () -> new EditObject(object, before, text));
    }

    @Override
    public String title() {
        return "Edit a " + object.kind();
    }

    @Override
    public String subject() {
        return (object.namespace().isEmpty() ? "" : object.namespace() + "/") + object.name();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        yaml.focus();
    }
}
