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
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.stack.HelmReleaseFacts.Revision;

/** Form for the revision that a release is rolled back to. */
final class RollBackForm implements ChangeForm {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")
            .withZone(ZoneOffset.UTC);

    private final ReleaseName release;
    private final ComboBox<Revision> revisions = new ComboBox<>();
    private final Node node;

    /** @param earlier the revisions before the one that is there, newest first */
    RollBackForm(ReleaseName release, List<Revision> earlier) {
        this.release = release;
        revisions.setId("release-revision");
        revisions.getItems().setAll(earlier);
        revisions.getSelectionModel().selectFirst();
        revisions.setConverter(new RevisionTextConverter());
        node = new FormGrid().addQuestion("Revision", revisions,
                "What it made is made again, under a new revision. Definitions of kinds are not taken back.").node();
    }

    /** Shows a revision as text; nobody types one. */
    private static final class RevisionTextConverter extends StringConverter<Revision> {

        @Override
        public String toString(@Nullable Revision revision) {
            return revision == null ? ""
                    : revision.number() + "   " + revision.status()
                            + (revision.at() == null ? "" : "   " + DAY.format(revision.at()));
        }

        @Override
        public @Nullable Revision fromString(String text) {
            return null;
        }
    }

    @Override
    public String title() {
        return "Roll the GPU operator back";
    }

    @Override
    public String subject() {
        return release.toString();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return revisions.valueProperty().map(chosen -> Optional.<ChangeIntent>of(
                new ReleaseIntent.RollBackRelease(release, chosen.number()))).orElse(Optional.empty());
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
