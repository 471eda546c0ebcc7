package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.SetDisruptionBudget;
import tessera.quota.disruption.DisruptionBudget;
import tessera.ui.change.ComputedForm;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;

/** Form for the number of pods that evictions must leave running. */
final class DisruptionBudgetForm implements ComputedForm {

    private final Optional<DisruptionBudget> before;
    private final ObjectFields place;
    private final TextField labels = new TextField();
    private final TextField least = new TextField();
    private final TextField most = new TextField();
    private final Node node;
    private final FormResult result = new FormResult();

    /** @param where the namespace; may be empty */
    DisruptionBudgetForm(String where, ObjectFields.ExistingObjects there) {
        this(Optional.empty(), ObjectFields.forNew("keep", where, "", there));
    }

    /** To change one that there is. */
    DisruptionBudgetForm(DisruptionBudget kept) {
        this(Optional.of(kept), ObjectFields.of("keep", kept.namespace(), kept.name()));
        labels.setText(kept.pods().selectorText());
        least.setText(kept.minAvailable());
        most.setText(kept.maxUnavailable());
    }

    private DisruptionBudgetForm(Optional<DisruptionBudget> before, ObjectFields place) {
        this.before = before;
        this.place = place;
        labels.setId("keep-labels");
        least.setId("keep-least");
        most.setId("keep-most");
        labels.setPromptText("app=llm");
        least.setPromptText("2 or 50%");
        most.setPromptText("1 or 25%");
        node = place.addTo(new FormGrid(), "PodDisruptionBudget", "")
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
        var chosen = LabelInput.parseLabels(labels.getText()).filter(those -> !those.isEmpty());
        var wrong = place.problemText("budget");
        if (wrong.isEmpty()) {
            wrong = LabelInput.problemText(chosen);
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
                place.isFresh() ? QuotaObjectState.NEW : QuotaObjectState.THERE));
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
    public String subject() {
        return place.subjectText("a disruption budget");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        place.focusFirstOr(labels::requestFocus);
    }
}
