package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.lint.manifest.Manifest;
import tessera.model.ObjectRef;
import tessera.plan.PlanPreview;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.ui.kit.SelectableText;
import tessera.ui.yaml.YamlPane;

/** An object as YAML that somebody writes in, and a sentence about it. FX thread. */
abstract class YamlForm implements ResultForm {

    private static final double LEAST_HEIGHT = 320;

    private final ObjectRef object;
    private final YamlPane yaml;
    private final VBox node;
    private final FormResult result = new FormResult();

    /**
     * One without a text yet.
     *
     * @param id   of the text
     * @param note the sentence
     */
    YamlForm(ObjectRef object, String id, String note) {
        this.object = object;
        yaml = new YamlPane(id);
        node = new VBox(8, SelectableText.wrapped(note, "small", "muted"), yaml.node());
        node.getStyleClass().add("change-yaml");
        node.setMinHeight(LEAST_HEIGHT);
        VBox.setVgrow(yaml.node(), Priority.ALWAYS);
    }

    /** Shows a text to write in, and looks at it by now and whenever it is another. */
    final void begin(String text) {
        yaml.begin(text);
        yaml.edited(() -> look(yaml.text()));
        look(yaml.text());
    }

    /** Says what comes of a text. */
    abstract void look(String text);

    /** What comes of a text that is to be made as it is. */
    final void make(String text) {
        result.set(text.isBlank() ? "Nothing is written" : "", () -> new Launch(Manifest.read(text).title(),
                List.of("-f", object.name() + ".yaml"), text, object.namespace(), Duration.ZERO));
    }

    final ObjectRef object() {
        return object;
    }

    @Override
    public final String subject() {
        return object.place();
    }

    @Override
    public final Node node() {
        return node;
    }

    @Override
    public final boolean roomy() {
        return true;
    }

    @Override
    public final FormResult result() {
        return result;
    }

    @Override
    public final void goTo(PlanPreview preview) {
        AtFault.in(yaml).accept(preview);
    }

    @Override
    public final void focus() {
        yaml.focus();
    }
}
