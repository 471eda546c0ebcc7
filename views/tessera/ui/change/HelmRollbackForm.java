package tessera.ui.change;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;

/** Form for the revision that a release is rolled back to. */
final class HelmRollbackForm implements ChangeIntentForm {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")
            .withZone(ZoneOffset.UTC);

    private final HelmReleaseNamespacedName release;
    private final ComboBox<RecordedRevision> revisions = new ComboBox<>();
    private final Node node;

    /** @param earlier the revisions before the one that is there, newest first */
    HelmRollbackForm(HelmReleaseNamespacedName release, List<RecordedRevision> earlier) {
        this.release = release;
        revisions.setId("release-revision");
        revisions.getItems().setAll(earlier);
        revisions.getSelectionModel().selectFirst();
        revisions.setConverter(new RevisionTextConverter());
        node = new FormFieldGrid().addQuestion("Revision", revisions,
                "What it made is made again, under a new revision. Definitions of kinds are not taken back.").node();
    }

    /** Shows a revision as text; nobody types one. */
    private static final class RevisionTextConverter extends StringConverter<RecordedRevision> {

        @Override
        public String toString(@Nullable RecordedRevision recordedRevision) {
            if (recordedRevision == null) {
                return "";
            }
            return recordedRevision.number() + "   " + recordedRevision.status()
                    + (recordedRevision.at() == null ? "" : "   " + DAY.format(recordedRevision.at()));
        }

        @Override
        public @Nullable RecordedRevision fromString(String text) {
            return null;
        }
    }

    @Override
    public String title() {
        return "Roll the GPU operator back";
    }

    @Override
    public String subjectText() {
        return release.toString();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return revisions.valueProperty().map(selectedRevision -> Optional.<ChangeIntent>of(
                new GpuStackReleaseIntent.RollBackReleaseIntent(release, selectedRevision.number())))
                .orElse(Optional.empty());
    }

    @Override
    public ObservableValue<String> problemProperty() {
        return new SimpleStringProperty(revisions.getItems().isEmpty() ? "Helm knows of no earlier revision" : "");
    }

    @Override
    public void focus() {
        revisions.requestFocus();
    }
}
