package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.model.ObjectName;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.GuardPods;
import tessera.quota.disruption.GuardedPods;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;

/** Who may reach the pods of a namespace over the network. */
final class GuardForm implements ResultForm {

    private final Optional<GuardedPods> before;
    private final ObjectFields place;
    private final TextField labels = new TextField();
    private final CheckBox own = new CheckBox("Pods of the same namespace");
    private final TextField from = new TextField();
    private final Node node;
    private final FormResult result = new FormResult();

    /** @param where the namespace; may be empty */
    GuardForm(String where, ObjectFields.There there) {
        this(Optional.empty(), ObjectFields.fresh("guard", where, "own-pods-only", there));
    }

    /** To change one that there is. */
    GuardForm(GuardedPods policy) {
        this(Optional.of(policy), ObjectFields.of("guard", policy.namespace(), policy.name()));
        labels.setText(policy.pods().text());
        own.setSelected(policy.own());
        from.setText(String.join(", ", policy.from()));
    }

    private GuardForm(Optional<GuardedPods> before, ObjectFields place) {
        this.before = before;
        this.place = place;
        labels.setId("guard-labels");
        labels.setPromptText("every pod");
        from.setId("guard-from");
        from.setPromptText("monitoring, ingress");
        own.setId("guard-own");
        own.setSelected(true);
        node = place.ask(new FormGrid(), "NetworkPolicy", "")
                .ask("Pods", labels, "All of these labels they have, such as app=llm.")
                .ask("Let in", own, "").ask("Also let in", from,
                        "Other namespaces, such as the one of the Prometheus that reads these pods. Nobody else gets in.")
                .node();
        place.onChange(this::look);
        List.of(labels, from).forEach(field -> field.textProperty().addListener((text, was, now) -> look()));
        own.selectedProperty().addListener((selected, was, now) -> look());
        look();
    }

    private void look() {
        var chosen = LabelInput.read(labels.getText());
        var others = List.of(from.getText().split("[,\\s]+", -1)).stream().filter(each -> !each.isEmpty()).toList();
        var wrong = Stream.of(place.complaint("policy"), LabelInput.complaint(chosen), misnamed(others))
                .filter(words -> !words.isEmpty()).findFirst().orElse("");
        if (wrong.isEmpty() && before.filter(policy -> policy.pods().labels().equals(chosen.orElseThrow())
                && policy.own() == own.isSelected() && policy.from().equals(others)).isPresent()) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new GuardPods(place.namespace(), place.name(),
                chosen.orElseGet(TreeMap::new), own.isSelected(), others,
                place.isFresh() ? Aim.NEW : Aim.THERE));
    }

    private static String misnamed(List<String> namespaces) {
        return namespaces.stream().flatMap(name -> ObjectName.againstNamespace(name).stream()).findFirst().orElse("");
    }

    @Override
    public String title() {
        return "Guard pods on the network";
    }

    @Override
    public String subject() {
        return place.subject("a network policy");
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
