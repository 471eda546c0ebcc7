package tessera.ui.change;

import java.time.Duration;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;

/** Form for a drain: nodes and eviction terms. */
final class DrainForm extends NodeChangeForm {

    private final CheckBox unmanaged;
    private final CheckBox localData;
    private final TextField gracePeriod;
    private final TextField timeout;
    private final Node node;

    static DrainForm of(TargetNodesField targets) {
        return new DrainForm(targets, new CheckBox("Pods that nobody will create again may go"),
                new CheckBox("Pods that keep data on the node may go, and their data with them"), new TextField(),
                new TextField(Long.toString(DrainSettings.CAREFUL.timeout().toMinutes())));
    }

    private DrainForm(TargetNodesField targets, CheckBox unmanaged, CheckBox localData, TextField gracePeriod,
            TextField timeout) {
        super("Drain nodes", targets, unmanaged.selectedProperty(), localData.selectedProperty(),
                gracePeriod.textProperty(),
                timeout.textProperty());
        this.unmanaged = unmanaged;
        this.localData = localData;
        this.gracePeriod = gracePeriod;
        this.timeout = timeout;
        unmanaged.setId("drain-unmanaged");
        localData.setId("drain-local-data");
        gracePeriod.setId("drain-grace");
        timeout.setId("drain-patience");
        gracePeriod.setPromptText("as long as each pod says itself");
        gracePeriod.setMaxWidth(240);
        timeout.setMaxWidth(120);
        node = new FormFieldGrid().addQuestion("Nodes", targets.node(), "They are cordoned first and stay cordoned.")
                .addQuestion("Pods without a controller", unmanaged,
                        "Unless this is allowed, one such pod is enough to refuse the drain.")
                .addQuestion("Data on the node", localData, "emptyDir volumes are lost with their pod.")
                .addQuestion("Grace period, seconds", gracePeriod,
                        "How long a pod may take to end once it is asked to.")
                .addQuestion("Keep trying, minutes", timeout,
                        "For evictions that a disruption budget does not allow yet, and for pods that are slow to go.")
                .node();
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
    public Node node() {
        return node;
    }

    @Override
    Node firstAnswer() {
        return unmanaged;
    }
}
