package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.quota.disruption.DisruptionBudget;
import tessera.ui.change.ChangeIntentFormResult;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.change.RecomputingChangeForm;

/** Form for the number of pods that evictions must leave running. */
final class DisruptionBudgetForm implements RecomputingChangeForm {

    private final Optional<DisruptionBudget> before;
    private final NamespaceAndNameInputFields nameFields;
    private final TextField labels = new TextField();
    private final TextField minAvailable = new TextField();
    private final TextField maxUnavailable = new TextField();
    private final Node node;
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();

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
        this.before = before;
        this.nameFields = nameFields;
        labels.setId("keep-labels");
        minAvailable.setId("keep-least");
        maxUnavailable.setId("keep-most");
        labels.setPromptText("app=llm");
        minAvailable.setPromptText("2 or 50%");
        maxUnavailable.setPromptText("1 or 25%");
        node = nameFields.addTo(new FormFieldGrid(), "PodDisruptionBudget", "")
                .addQuestion("Pods", labels,
                        "All of these labels they have. A pod that two budgets keep is never evicted.")
                .addQuestion("Stay ready", minAvailable,
                        "So many at least, or such a share. Leave it empty to say how many may be away.")
                .addQuestion("May be away", maxUnavailable,
                        "So many at most, or such a share. It goes with the number of pods as that changes.")
                .node();
        nameFields.onChange(this::updateProblem);
        for (var field : List.of(labels, minAvailable, maxUnavailable)) {
            field.textProperty().addListener((text, was, now) -> updateProblem());
        }
        updateProblem();
    }

    private void updateProblem() {
        var chosen = EnteredLabelsParser.parseLabels(labels.getText()).filter(those -> !those.isEmpty());
        var wrong = nameFields.problemText("budget");
        if (wrong.isEmpty()) {
            wrong = EnteredLabelsParser.problemText(chosen);
        }
        if (wrong.isEmpty()) {
            wrong = uncountedText();
        }
        SortedMap<String, String> meant = chosen.orElseGet(TreeMap::new);
        if (wrong.isEmpty() && isUnchanged(chosen.orElseThrow())) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new SetDisruptionBudgetIntent(nameFields.namespace(), nameFields.name(),
                meant, minAvailable.getText().strip(), maxUnavailable.getText().strip(),
                nameFields.isFresh() ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.THERE));
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
    public String title() {
        return "Keep pods from being evicted";
    }

    @Override
    public String subjectText() {
        return nameFields.subjectText("a disruption budget");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ChangeIntentFormResult result() {
        return result;
    }

    @Override
    public void focus() {
        nameFields.focusFirstOr(labels::requestFocus);
    }
}
