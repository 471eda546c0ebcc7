package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.lint.manifest.KubernetesManifest;
import tessera.model.ObjectRef;
import tessera.plan.PlanPreview;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.yaml.YamlEditorPane;

/** An object as YAML in an editor, with a note about it. FX thread. */
abstract class ObjectYamlEditorForm implements RecomputingChangeForm {

    private static final double LEAST_HEIGHT = 320;

    private final ObjectRef object;
    private final YamlEditorPane yaml;
    private final VBox node;
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();

    /**
     * One without a text yet.
     *
     * @param id   of the text
     * @param note the sentence
     */
    ObjectYamlEditorForm(ObjectRef object, String id, String note) {
        this.object = object;
        yaml = new YamlEditorPane(id);
        node = new VBox(8, TextLabelFactory.wrapped(note, "small", "muted"), yaml.node());
        node.getStyleClass().add("change-yaml");
        node.setMinHeight(LEAST_HEIGHT);
        VBox.setVgrow(yaml.node(), Priority.ALWAYS);
    }

    /** Shows a text for editing, and evaluates it now and after every edit. */
    final void beginText(String text) {
        yaml.showNewSubject(text);
        yaml.enableEditing(() -> evaluate(yaml.text()));
        evaluate(yaml.text());
    }

    /** Evaluates the edited text. */
    abstract void evaluate(String text);

    /** Takes a text that is created as it is for the result of the form. */
    final void setLaunch(String text) {
        result.set(text.isBlank() ? "Nothing is written" : "",
                () -> new LaunchWorkloadIntent(KubernetesManifest.read(text).title(),
                        List.of("-f", object.name() + ".yaml"), text, object.namespace(), Duration.ZERO));
    }

    final ObjectRef object() {
        return object;
    }

    @Override
    public final String subjectText() {
        return object.qualifiedName();
    }

    @Override
    public final Node node() {
        return node;
    }

    @Override
    public final boolean fillsSheet() {
        return true;
    }

    @Override
    public final ChangeIntentFormResult result() {
        return result;
    }

    @Override
    public final void goTo(PlanPreview preview) {
        ManifestErrorFocus.caretMover(yaml).accept(preview);
    }

    @Override
    public final void focus() {
        yaml.focus();
    }
}
