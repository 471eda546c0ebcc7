package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.KeepPods;
import tessera.quota.disruption.DisruptionBudget;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;

/** How many of some pods evictions leave alone. */
final class KeepForm implements ResultForm {

    private final Optional<DisruptionBudget> before;
    private final ObjectFields place;
    private final TextField labels = new TextField();
    private final TextField least = new TextField();
    private final TextField most = new TextField();
    private final Node node;
    private final FormResult result = new FormResult();

    /** @param where the namespace; may be empty */
    KeepForm(String where, ObjectFields.There there) {
        this(Optional.empty(), ObjectFields.fresh("keep", where, "", there));
    }

    /** To change one that there is. */
    KeepForm(DisruptionBudget kept) {
        this(Optional.of(kept), ObjectFields.of("keep", kept.namespace(), kept.name()));
        labels.setText(kept.pods().text());
        least.setText(kept.least());
        most.setText(kept.most());
    }

    private KeepForm(Optional<DisruptionBudget> before, ObjectFields place) {
        this.before = before;
        this.place = place;
        labels.setId("keep-labels");
        least.setId("keep-least");
        most.setId("keep-most");
        labels.setPromptText("app=llm");
        least.setPromptText("2 or 50%");
        most.setPromptText("1 or 25%");
        node = place.ask(new FormGrid(), "PodDisruptionBudget", "")
                .ask("Pods", labels, "All of these labels they have. A pod that two budgets keep is never evicted.")
                .ask("Stay ready", least,
                        "So many at least, or such a share. Leave it empty to say how many may be away.")
                .ask("May be away", most,
                        "So many at most, or such a share. It goes with the number of pods as that changes.")
                .node();
        place.onChange(this::look);
        List.of(labels, least, most)
                .forEach(field -> field.textProperty().addListener((text, was, now) -> look()));
        look();
    }

    private void look() {
        var chosen = LabelInput.read(labels.getText()).filter(those -> !those.isEmpty());
        var wrong = place.complaint("budget");
        if (wrong.isEmpty()) {
            wrong = LabelInput.complaint(chosen);
        }
        if (wrong.isEmpty()) {
            wrong = uncounted();
        }
        SortedMap<String, String> meant = chosen.orElseGet(TreeMap::new);
        if (wrong.isEmpty() && unchanged(chosen.orElseThrow())) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new KeepPods(place.namespace(), place.name(),
                meant, least.getText().strip(), most.getText().strip(), place.isFresh() ? Aim.NEW : Aim.THERE));
    }

    private String uncounted() {
        var said = (least.getText() + most.getText()).strip();
        return least.getText().isBlank() == most.getText().isBlank()
                ? "Say how many stay ready, or how many may be away"
                : KeepPods.isAmount(said) ? ""
                        : "“%s” is no number of pods, and no share such as 50%%".formatted(said);
    }

    private boolean unchanged(SortedMap<String, String> chosen) {
        return before.filter(kept -> kept.pods().labels().equals(chosen) && kept.least().equals(least.getText().strip())
                && kept.most().equals(most.getText().strip())).isPresent();
    }

    @Override
    public String title() {
        return "Keep pods from being evicted";
    }

    @Override
    public String subject() {
        return place.subject("a disruption budget");
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
        place.focusOr(labels::requestFocus);
    }
}
