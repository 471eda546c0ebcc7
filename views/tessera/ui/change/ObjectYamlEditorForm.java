package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.lint.manifest.KubernetesManifest;
import tessera.model.ObjectRef;
import tessera.plan.PlanPreview;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.plan.workload.ProposedPodYamlRewriter;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.yaml.YamlEditorPane;

/** Form with an object as YAML in an editor, to create, edit or copy it. FX thread. */
final class ObjectYamlEditorForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectYamlEditorForm.class);
    private static final double LEAST_HEIGHT = 320;

    private final ObjectRef object;
    private final YamlEditorPane yaml;

    /**
     * One without a text yet.
     *
     * @param id   of the text
     * @param note the sentence above it
     */
    private ObjectYamlEditorForm(String title, ObjectRef object, String id, String note) {
        super(title, object.qualifiedName());
        this.object = object;
        yaml = new YamlEditorPane(id);
        var node = new VBox(8, TextLabelFactory.wrapped(note, "small", "muted"), yaml.node());
        node.getStyleClass().add("change-yaml");
        node.setMinHeight(LEAST_HEIGHT);
        VBox.setVgrow(yaml.node(), Priority.ALWAYS);
        setRoomyContent(node);
    }

    /**
     * Returns a form that creates a missing object.
     *
     * @param proposal the whole object in YAML
     */
    static ObjectYamlEditorForm forCreation(ObjectRef object, String proposal) {
        var form = new ObjectYamlEditorForm(MESSAGES.text("edit.createTitle", object.kind()), object, "make-yaml",
                MESSAGES.text("edit.createHint"));
        form.beginText(proposal, form::setLaunch);
        return form;
    }

    /** Returns a form that creates a new pod or Job beside the present one, because their specs are immutable. */
    static ObjectYamlEditorForm forCopy(OpenClusterSource services, ObjectRef object) {
        var form = new ObjectYamlEditorForm(MESSAGES.text("edit.recreateTitle", object.kind()), object, "anew-yaml",
                MESSAGES.text("edit.recreateHint", object.kind(), object.name()));
        form.readObject(services,
                read -> form.beginText(ProposedPodYamlRewriter.copyForRecreation(read), form::setLaunch));
        return form;
    }

    /**
     * Returns a form that edits an object as it is read.
     *
     * @param proposal from the YAML as it is read to the YAML as it could be
     */
    static ObjectYamlEditorForm forEdit(OpenClusterSource services, ObjectRef object, UnaryOperator<String> proposal) {
        var form = new ObjectYamlEditorForm(MESSAGES.text("edit.title", object.kind()), object, "edit-yaml",
                MESSAGES.text("edit.hint"));
        form.readObject(services, read -> form.beginEdit(read, proposal.apply(read)));
        return form;
    }

    private void readObject(OpenClusterSource services, Consumer<String> begin) {
        setProblem(MESSAGES.text("edit.reading"));
        new BackgroundQuery<>(begin, problem -> setProblem(problem.problemText()))
                .submit(() -> services.clusterServices().yamlOf(object, /* managed= */ false));
    }

    /** Shows a text for editing, and evaluates it now and after every edit. */
    private void beginText(String text, Consumer<String> evaluation) {
        yaml.showNewSubject(text);
        yaml.enableEditing(() -> evaluation.accept(yaml.text()));
        evaluation.accept(yaml.text());
    }

    private void beginEdit(String before, String proposed) {
        beginText(proposed, text -> setResult(text.equals(before) ? MESSAGES.text("edit.unchanged") : "",
                () -> new EditObjectIntent(object, before, text)));
    }

    /** Takes a text that is created as it is for the result of the form. */
    private void setLaunch(String text) {
        setResult(text.isBlank() ? MESSAGES.text("edit.empty") : "",
                () -> new LaunchWorkloadIntent(KubernetesManifest.read(text).title(),
                        List.of("-f", object.name() + ".yaml"), text, object.namespace(), Duration.ZERO));
    }

    @Override
    protected void goTo(PlanPreview preview) {
        ManifestErrorFocus.caretMover(yaml).accept(preview);
    }

    @Override
    protected void focus() {
        yaml.focus();
    }
}
