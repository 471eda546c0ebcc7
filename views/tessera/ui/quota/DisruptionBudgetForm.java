package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.NamespaceBoundsIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespaceBoundsIntent.SetDisruptionBudget;
import tessera.quota.disruption.DisruptionBudget;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.change.FormIntentResult;
import tessera.ui.change.RecomputingChangeForm;

/** Form for the number of pods that evictions must leave running. */
final class DisruptionBudgetForm implements RecomputingChangeForm {

    private final Optional<DisruptionBudget> before;
    private final NamespaceAndNameInputFields place;
    private final TextField labels = new TextField();
    private final TextField least = new TextField();
    private final TextField most = new TextField();
    private final Node node;
    private final FormIntentResult result = new FormIntentResult();

    /** @param where the namespace; may be empty */
    DisruptionBudgetForm(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces there) {
        this(Optional.empty(), NamespaceAndNameInputFields.forNew("keep", where, "", there));
    }

    /** To change one that there is. */
    DisruptionBudgetForm(DisruptionBudget kept) {
        this(Optional.of(kept), NamespaceAndNameInputFields.of("keep", kept.namespace(), kept.name()));
        labels.setText(kept.pods().selectorText());
        least.setText(kept.minAvailable());
        most.setText(kept.maxUnavailable());
    }

    private DisruptionBudgetForm(Optional<DisruptionBudget> before, NamespaceAndNameInputFields place) {
        this.before = before;
        this.place = place;
        labels.setId("keep-labels");
        least.setId("keep-least");
        most.setId("keep-most");
        labels.setPromptText("app=llm");
        least.setPromptText("2 or 50%");
        most.setPromptText("1 or 25%");
        node = place.addTo(new FormFieldGrid(), "PodDisruptionBudget", "")
                .addQuestion("Pods", labels,
                        "All of these labels they have. A pod that two budgets keep is never evicted.")
                .addQuestion("Stay ready", least,
                        "So many at least, or such a share. Leave it empty to say how many may be away.")
                .addQuestion("May be away", most,
                        "So many at most, or such a share. It goes with the number of pods as that changes.")
                .node();
        place.onChange(this::updateProblem);
        List.of(labels, least, most)
                .forEach(field -> field.textProperty().addListener((text, was, now) -> updateProblem()));
        updateProblem();
    }

    private void updateProblem() {
        var chosen = TypedLabelsParser.parseLabels(labels.getText()).filter(those -> !those.isEmpty());
        var wrong = place.problemText("budget");
        if (wrong.isEmpty()) {
            wrong = TypedLabelsParser.problemText(chosen);
        }
        if (wrong.isEmpty()) {
            wrong = uncountedText();
        }
        SortedMap<String, String> meant = chosen.orElseGet(TreeMap::new);
        if (wrong.isEmpty() && isUnchanged(chosen.orElseThrow())) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new SetDisruptionBudget(place.namespace(), place.name(),
                meant, least.getText().strip(), most.getText().strip(),
                place.isFresh() ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.THERE));
    }

    private String uncountedText() {
        var said = (least.getText() + most.getText()).strip();
        return least.getText().isBlank() == most.getText().isBlank()
                ? "Say how many stay ready, or how many may be away"
                : SetDisruptionBudget.isAmount(said) ? ""
                        : "“%s” is no number of pods, and no share such as 50%%".formatted(said);
    }

    private boolean isUnchanged(SortedMap<String, String> chosen) {
        return before.filter(
                kept -> kept.pods().labels().equals(chosen) && kept.minAvailable().equals(least.getText().strip())
                        && kept.maxUnavailable().equals(most.getText().strip()))
                .isPresent();
    }

    @Override
    public String title() {
        return "Keep pods from being evicted";
    }

    @Override
    public String subjectText() {
        return place.subjectText("a disruption budget");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormIntentResult result() {
        return result;
    }

    @Override
    public void focus() {
        place.focusFirstOr(labels::requestFocus);
    }
}
