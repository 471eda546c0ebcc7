package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.ui.kit.Texts;
import tessera.ui.yaml.YamlPane;

/** An object that is missing, as YAML: how it could be, for somebody to say how it shall be. FX thread. */
final class MakeForm implements ResultForm {

    private static final double LEAST_HEIGHT = 320;

    private final ObjectRef object;
    private final YamlPane yaml = new YamlPane("make-yaml");
    private final VBox node = new VBox(8,
            Texts.wrapped("This is a proposal: look at every amount and name in it.", "small", "muted"), yaml.node());
    private final FormResult result = new FormResult();

    /** @param proposal the whole object in YAML */
    MakeForm(ObjectRef object, String proposal) {
        this.object = object;
        node.getStyleClass().add("change-yaml");
        node.setMinHeight(LEAST_HEIGHT);
        VBox.setVgrow(yaml.node(), Priority.ALWAYS);
        yaml.begin(proposal);
        yaml.edited(this::look);
        look();
    }

    private void look() {
        var text = yaml.text();
        var title = object.kind() + "/" + object.name();
        result.set(text.isBlank() ? "Nothing is written" : "",
                () -> new Launch(title, List.of("-f", object.name() + ".yaml"), text,
                        object.namespace().isEmpty() ? "default" : object.namespace(), Duration.ZERO));
    }

    @Override
    public String title() {
        return "Make a " + object.kind();
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
