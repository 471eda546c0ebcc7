package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.model.ObjectName;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.RestrictIngress;
import tessera.quota.disruption.IngressPolicyFacts;
import tessera.ui.change.ComputedForm;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;

/** Form for the network access to a namespace's pods. */
final class NetworkPolicyForm implements ComputedForm {

    private final Optional<IngressPolicyFacts> before;
    private final ObjectFields place;
    private final TextField labels = new TextField();
    private final CheckBox own = new CheckBox("Pods of the same namespace");
    private final TextField from = new TextField();
    private final Node node;
    private final FormResult result = new FormResult();

    /** @param where the namespace; may be empty */
    NetworkPolicyForm(String where, ObjectFields.ExistingObjects there) {
        this(Optional.empty(), ObjectFields.forNew("guard", where, "own-pods-only", there));
    }

    /** To change one that there is. */
    NetworkPolicyForm(IngressPolicyFacts policy) {
        this(Optional.of(policy), ObjectFields.of("guard", policy.namespace(), policy.name()));
        labels.setText(policy.pods().selectorText());
        own.setSelected(policy.admitsNamespace());
        from.setText(String.join(", ", policy.sources()));
    }

    private NetworkPolicyForm(Optional<IngressPolicyFacts> before, ObjectFields place) {
        this.before = before;
        this.place = place;
        labels.setId("guard-labels");
        labels.setPromptText("every pod");
        from.setId("guard-from");
        from.setPromptText("monitoring, ingress");
        own.setId("guard-own");
        own.setSelected(true);
        node = place.addTo(new FormGrid(), "NetworkPolicy", "")
                .addQuestion("Pods", labels, "All of these labels they have, such as app=llm.")
                .addQuestion("Let in", own, "").addQuestion("Also let in", from,
                        "Other namespaces, such as the one of the Prometheus that reads these pods. Nobody else gets in.")
                .node();
        place.onChange(this::updateProblem);
        List.of(labels, from).forEach(field -> field.textProperty().addListener((text, was, now) -> updateProblem()));
        own.selectedProperty().addListener((selected, was, now) -> updateProblem());
        updateProblem();
    }

    private void updateProblem() {
        var chosen = LabelInput.parseLabels(labels.getText());
        var others = List.of(from.getText().split("[,\\s]+", -1)).stream().filter(each -> !each.isEmpty()).toList();
        var wrong = Stream.of(place.problemText("policy"), LabelInput.problemText(chosen), misnamedText(others))
                .filter(text -> !text.isEmpty()).findFirst().orElse("");
        if (wrong.isEmpty() && before.filter(policy -> policy.pods().labels().equals(chosen.orElseThrow())
                && policy.admitsNamespace() == own.isSelected() && policy.sources().equals(others)).isPresent()) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new RestrictIngress(place.namespace(), place.name(),
                chosen.orElseGet(TreeMap::new), own.isSelected(), others,
                place.isFresh() ? QuotaObjectState.NEW : QuotaObjectState.THERE));
    }

    private static String misnamedText(List<String> namespaces) {
        return namespaces.stream().flatMap(name -> ObjectName.namespaceProblem(name).stream()).findFirst().orElse("");
    }

    @Override
    public String title() {
        return "Guard pods on the network";
    }

    @Override
    public String subject() {
        return place.subjectText("a network policy");
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
