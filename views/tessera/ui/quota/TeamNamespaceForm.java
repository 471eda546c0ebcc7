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
import tessera.text.MessageCatalog;
import tessera.ui.change.ChangeIntentForm;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.InputControlFactory;

/** Form for a team: a namespace, its quota, and the limit for one of its pods. */
final class TeamNamespaceForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TeamNamespaceForm.class);

    private final TextField name = InputControlFactory.textField("team-name", "robotics");
    private final TextField maxPerPod = InputControlFactory.textField("team-most", MESSAGES.text("team.perPodPrompt"));
    private final QuotaAmountFields amounts;

    TeamNamespaceForm(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        super(MESSAGES.text("team.title"), MESSAGES.text("team.subject"));
        amounts = new QuotaAmountFields(clusterSnapshot, accelerators, Map.of(), this::updateProblem);
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("team.name"), name, MESSAGES.text("team.nameHelp"))
                .addQuestion(MESSAGES.text("quota.hard"), amounts.node(), MESSAGES.text("team.quotaHelp"))
                .addQuestion(MESSAGES.text("team.perPod"), maxPerPod, MESSAGES.text("team.perPodHelp")).node());
        evaluateWith(this::updateProblem, name.textProperty(), maxPerPod.textProperty());
    }

    private void updateProblem() {
        var changes = amounts.changes();
        var called = name.getText().strip();
        var bound = maxPerPod.getText().strip();
        var unfit = ObjectNameValidator.namespaceProblem(called);
        String wrong;
        if (called.isEmpty()) {
            wrong = MESSAGES.text("team.noName");
        } else if (unfit.isPresent()) {
            wrong = unfit.get().text();
        } else if (changes.isEmpty()) {
            wrong = MESSAGES.text("team.noAmount");
        } else if (!bound.matches("|[1-9][0-9]{0,5}")) {
            wrong = MESSAGES.text("team.badPerPod");
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
