package tessera.ui.change;

import java.time.Duration;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;

/** Form for a drain: nodes and eviction terms. */
final class DrainForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DrainForm.class);

    private final CheckBox unmanaged = InputControlFactory.checkBox("drain-unmanaged",
            MESSAGES.text("drain.unmanaged"));
    private final CheckBox localData = InputControlFactory.checkBox("drain-local-data",
            MESSAGES.text("drain.localData"));
    private final TextField gracePeriod = InputControlFactory.narrowTextField("drain-grace",
            MESSAGES.text("drain.gracePeriodDefault"), 280);
    private final TextField timeout = InputControlFactory.narrowTextField("drain-patience", "", 120);

    DrainForm(TargetNodesField targets) {
        super(MESSAGES.text("drain.title"), targets);
        timeout.setText(Long.toString(DrainSettings.CAREFUL.timeout().toMinutes()));
        setContent(new FormFieldGrid()
                .addQuestion(MESSAGES.text("form.nodes"), targets.node(), MESSAGES.text("drain.cordonFirst"))
                .addQuestion(MESSAGES.text("drain.unmanagedLabel"), unmanaged, MESSAGES.text("drain.unmanagedWhy"))
                .addQuestion(MESSAGES.text("drain.localDataLabel"), localData, MESSAGES.text("drain.localDataWhy"))
                .addQuestion(MESSAGES.text("drain.gracePeriod"), gracePeriod, MESSAGES.text("drain.gracePeriodWhy"))
                .addQuestion(MESSAGES.text("drain.timeout"), timeout, MESSAGES.text("drain.timeoutWhy")).node());
        evaluateNodesWith(unmanaged.selectedProperty(), localData.selectedProperty(), gracePeriod.textProperty(),
                timeout.textProperty());
    }

    @Override
    String answerProblem() {
        if (!gracePeriod.getText().isBlank() && WholeNumberTextFieldReader.read(gracePeriod, 86_400).isEmpty()) {
            return MESSAGES.text("drain.gracePeriodInvalid");
        }
        if (WholeNumberTextFieldReader.read(timeout, 1_440).isEmpty()) {
            return MESSAGES.text("drain.timeoutInvalid");
        }
        return "";
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        var seconds = WholeNumberTextFieldReader.read(gracePeriod, 86_400);
        return new NodeChangeIntent.DrainNodesIntent(nodes,
                new DrainSettings(unmanaged.isSelected(), localData.isSelected(),
                        seconds.isPresent() ? Duration.ofSeconds(seconds.getAsLong()) : null,
                        Duration.ofMinutes(WholeNumberTextFieldReader.read(timeout, 1_440).orElseThrow())));
    }

    @Override
    Node firstAnswer() {
        return unmanaged;
    }
}
