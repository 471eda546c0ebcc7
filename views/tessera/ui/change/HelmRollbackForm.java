package tessera.ui.change;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import javafx.scene.control.ComboBox;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.text.MessageCatalog;
import tessera.ui.kit.DisplayTextConverter;

/** Form for the revision that a release is rolled back to. */
final class HelmRollbackForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmRollbackForm.class);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")
            .withZone(ZoneOffset.UTC);

    private final ComboBox<RecordedRevision> revisions = new ComboBox<>();

    /** @param earlier the revisions before the one that is there, newest first */
    HelmRollbackForm(HelmReleaseNamespacedName release, List<RecordedRevision> earlier) {
        super(MESSAGES.text("rollback.title"), release.toString());
        revisions.setId("release-revision");
        revisions.getItems().setAll(earlier);
        revisions.getSelectionModel().selectFirst();
        revisions.setConverter(new DisplayTextConverter<>(HelmRollbackForm::revisionText));
        setContent(new FormFieldGrid()
                .addQuestion(MESSAGES.text("rollback.revision"), revisions, MESSAGES.text("rollback.why")).node());
        evaluateWith(
                () -> setResult(earlier.isEmpty() ? MESSAGES.text("rollback.none") : "",
                        () -> new GpuStackReleaseIntent.RollBackReleaseIntent(release, revisions.getValue().number())),
                revisions.valueProperty());
    }

    private static String revisionText(RecordedRevision revision) {
        return revision.number() + "   " + revision.status()
                + (revision.at() == null ? "" : "   " + DAY.format(revision.at()));
    }

    @Override
    protected void focus() {
        revisions.requestFocus();
    }
}
