package tessera.ui.quota;

import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.control.TextField;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectNameValidator;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.ui.change.ChangeIntentForm;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.InputControlFactory;

/** Form for a team: a namespace, its quota, and the limit for one of its pods. */
final class TeamNamespaceForm extends ChangeIntentForm {

    private final TextField name = InputControlFactory.textField("team-name", "robotics");
    private final TextField maxPerPod = InputControlFactory.textField("team-most", "as many as the quota leaves");
    private final QuotaAmountFields amounts;

    TeamNamespaceForm(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        super("Make room for a team", "a namespace with a quota");
        amounts = new QuotaAmountFields(clusterSnapshot, accelerators, Map.of(), this::updateProblem);
        setContent(new FormFieldGrid()
                .addQuestion("Team", name, "The name of its namespace, which is made if it is not there.")
                .addQuestion("May take at most", amounts.node(),
                        "All pods of the team together. An empty field sets no limit; one that is there already stays.")
                .addQuestion("One pod at most", maxPerPod,
                        "Of each device that is limited above. Written as a range of limits for pods; containers that "
                                + "name none are given none, so that pods without GPUs are let in.")
                .node());
        evaluateWith(this::updateProblem, name.textProperty(), maxPerPod.textProperty());
    }

    private void updateProblem() {
        var changes = amounts.changes();
        var called = name.getText().strip();
        var bound = maxPerPod.getText().strip();
        var unfit = ObjectNameValidator.namespaceProblem(called);
        String wrong;
        if (called.isEmpty()) {
            wrong = "Say what the namespace of the team is called, such as robotics";
        } else if (unfit.isPresent()) {
            wrong = unfit.get();
        } else if (changes.isEmpty()) {
            wrong = "Say how much of what the team may take";
        } else if (!bound.matches("|[1-9][0-9]{0,5}")) {
            wrong = "A number of devices for one pod, such as 4";
        } else {
            wrong = amounts.problemText();
        }
        setResult(wrong, () -> new CreateTeamNamespaceIntent(called, changes, limitsPerPod(changes, bound)));
    }

    private static Map<String, String> limitsPerPod(Map<String, String> hard, String most) {
        var bounds = new LinkedHashMap<String, String>();
        if (!most.isEmpty()) {
            hard.keySet().stream().map(QuotaKey::new).filter(key -> key.countedUnit() == CountedUnit.DEVICES)
                    .forEach(key -> bounds.put(key.resourceName(), most));
        }
        return bounds;
    }

    @Override
    protected void focus() {
        name.requestFocus();
    }
}
