package tessera.ui.change;

import java.time.Duration;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;
import tessera.ui.kit.InputControlFactory;

/** Form for a drain: nodes and eviction terms. */
final class DrainForm extends NodeChangeForm {

    private final CheckBox unmanaged = InputControlFactory.checkBox("drain-unmanaged",
            "Pods that nobody will create again may go");
    private final CheckBox localData = InputControlFactory.checkBox("drain-local-data",
            "Pods that keep data on the node may go, and their data with them");
    private final TextField gracePeriod = InputControlFactory.narrowTextField("drain-grace",
            "as long as each pod says itself", 240);
    private final TextField timeout = InputControlFactory.narrowTextField("drain-patience", "", 120);

    DrainForm(TargetNodesField targets) {
        super("Drain nodes", targets);
        timeout.setText(Long.toString(DrainSettings.CAREFUL.timeout().toMinutes()));
        setContent(new FormFieldGrid()
                .addQuestion("Nodes", targets.node(), "They are cordoned first and stay cordoned.")
                .addQuestion("Pods without a controller", unmanaged,
                        "Unless this is allowed, one such pod is enough to refuse the drain.")
                .addQuestion("Data on the node", localData, "emptyDir volumes are lost with their pod.")
                .addQuestion("Grace period, seconds", gracePeriod,
                        "How long a pod may take to end once it is asked to.")
                .addQuestion("Keep trying, minutes", timeout,
                        "For evictions that a disruption budget does not allow yet, and for pods that are slow to go.")
                .node());
        evaluateNodesWith(unmanaged.selectedProperty(), localData.selectedProperty(), gracePeriod.textProperty(),
                timeout.textProperty());
    }

    @Override
    String answerProblem() {
        if (!gracePeriod.getText().isBlank() && WholeNumberTextFieldReader.read(gracePeriod, 86_400).isEmpty()) {
            return "The time to end is a number of seconds, or nothing";
        }
        if (WholeNumberTextFieldReader.read(timeout, 1_440).isEmpty()) {
            return "Keep trying for a number of minutes, at most a day";
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
