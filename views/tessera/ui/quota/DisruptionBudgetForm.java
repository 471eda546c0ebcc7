package tessera.ui.quota;

import java.util.Optional;
import java.util.SortedMap;
import javafx.scene.control.TextField;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.quota.disruption.DisruptionBudget;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.InputControlFactory;

/** Form for the number of pods that evictions must leave running. */
final class DisruptionBudgetForm extends NamespacePolicyForm {

    private final Optional<DisruptionBudget> before;
    private final TextField labels = InputControlFactory.textField("keep-labels", "app=llm");
    private final TextField minAvailable = InputControlFactory.textField("keep-least", "2 or 50%");
    private final TextField maxUnavailable = InputControlFactory.textField("keep-most", "1 or 25%");

    /** @param where the namespace; may be empty */
    DisruptionBudgetForm(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects) {
        this(Optional.empty(), NamespaceAndNameInputFields.forNew("keep", where, "", existingObjects));
    }

    /** To change one that there is. */
    DisruptionBudgetForm(DisruptionBudget budget) {
        this(Optional.of(budget), NamespaceAndNameInputFields.of("keep", budget.namespace(), budget.name()));
        labels.setText(budget.pods().selectorText());
        minAvailable.setText(budget.minAvailable());
        maxUnavailable.setText(budget.maxUnavailable());
    }

    private DisruptionBudgetForm(Optional<DisruptionBudget> before, NamespaceAndNameInputFields nameFields) {
        super("Keep pods from being evicted", nameFields, "budget", "a disruption budget");
        this.before = before;
        begin(nameFields.addTo(new FormFieldGrid(), "PodDisruptionBudget", "")
                .addQuestion("Pods", labels,
                        "All of these labels they have. A pod that two budgets keep is never evicted.")
                .addQuestion("Stay ready", minAvailable,
                        "So many at least, or such a share. Leave it empty to say how many may be away.")
                .addQuestion("May be away", maxUnavailable,
                        "So many at most, or such a share. It goes with the number of pods as that changes."),
                labels.textProperty(), minAvailable.textProperty(), maxUnavailable.textProperty());
    }

    private Optional<SortedMap<String, String>> chosenLabels() {
        return EnteredLabelsParser.parseLabels(labels.getText()).filter(those -> !those.isEmpty());
    }

    @Override
    String answerProblem() {
        var wrong = EnteredLabelsParser.problemText(chosenLabels());
        if (wrong.isEmpty()) {
            wrong = uncountedText();
        }
        return wrong.isEmpty() && isUnchanged(chosenLabels().orElseThrow()) ? "Nothing is changed yet" : wrong;
    }

    @Override
    ChangeIntent readIntent() {
        return new SetDisruptionBudgetIntent(object().namespace(), object().name(),
                chosenLabels().orElseThrow(), minAvailable.getText().strip(), maxUnavailable.getText().strip(),
                object().existence());
    }

    private String uncountedText() {
        var said = (minAvailable.getText() + maxUnavailable.getText()).strip();
        if (minAvailable.getText().isBlank() == maxUnavailable.getText().isBlank()) {
            return "Say how many stay ready, or how many may be away";
        }
        if (SetDisruptionBudgetIntent.isAmount(said)) {
            return "";
        }
        return "“%s” is no number of pods, and no share such as 50%%".formatted(said);
    }

    private boolean isUnchanged(SortedMap<String, String> chosen) {
        return before.filter(
                budget -> budget.pods().labels().equals(chosen)
                        && budget.minAvailable().equals(minAvailable.getText().strip())
                        && budget.maxUnavailable().equals(maxUnavailable.getText().strip()))
                .isPresent();
    }

    @Override
    void focusFirst() {
        labels.requestFocus();
    }
}
