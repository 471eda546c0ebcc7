package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.model.ObjectNameValidator;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.ui.change.ChangeIntentFormResult;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.change.RecomputingChangeForm;

/** Form for the network access to a namespace's pods. */
final class NetworkPolicyForm implements RecomputingChangeForm {

    private final Optional<NetworkPolicySummary> before;
    private final NamespaceAndNameInputFields nameFields;
    private final TextField labels = new TextField();
    private final CheckBox sameNamespace = new CheckBox("Pods of the same namespace");
    private final TextField from = new TextField();
    private final Node node;
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();

    /** @param where the namespace; may be empty */
    NetworkPolicyForm(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects) {
        this(Optional.empty(), NamespaceAndNameInputFields.forNew("guard", where, "own-pods-only", existingObjects));
    }

    /** To change one that there is. */
    NetworkPolicyForm(NetworkPolicySummary policy) {
        this(Optional.of(policy), NamespaceAndNameInputFields.of("guard", policy.namespace(), policy.name()));
        labels.setText(policy.pods().selectorText());
        sameNamespace.setSelected(policy.admitsNamespace());
        from.setText(String.join(", ", policy.sources()));
    }

    private NetworkPolicyForm(Optional<NetworkPolicySummary> before, NamespaceAndNameInputFields nameFields) {
        this.before = before;
        this.nameFields = nameFields;
        labels.setId("guard-labels");
        labels.setPromptText("every pod");
        from.setId("guard-from");
        from.setPromptText("monitoring, ingress");
        sameNamespace.setId("guard-own");
        sameNamespace.setSelected(true);
        node = nameFields.addTo(new FormFieldGrid(), "NetworkPolicy", "")
                .addQuestion("Pods", labels, "All of these labels they have, such as app=llm.")
                .addQuestion("Let in", sameNamespace, "").addQuestion("Also let in", from,
                        "Other namespaces, such as the one of the Prometheus that reads these pods. Nobody else gets in.")
                .node();
        nameFields.onChange(this::updateProblem);
        for (var field : List.of(labels, from)) {
            field.textProperty().addListener((text, was, now) -> updateProblem());
        }
        sameNamespace.selectedProperty().addListener((selected, was, now) -> updateProblem());
        updateProblem();
    }

    private void updateProblem() {
        var chosen = EnteredLabelsParser.parseLabels(labels.getText());
        var others = List.of(from.getText().split("[,\\s]+", -1)).stream().filter(each -> !each.isEmpty()).toList();
        var wrong = Stream
                .of(nameFields.problemText("policy"), EnteredLabelsParser.problemText(chosen), misnamedText(others))
                .filter(text -> !text.isEmpty()).findFirst().orElse("");
        if (wrong.isEmpty() && before.filter(policy -> policy.pods().labels().equals(chosen.orElseThrow())
                && policy.admitsNamespace() == sameNamespace.isSelected() && policy.sources().equals(others))
                .isPresent()) {
            wrong = "Nothing is changed yet";
        }
        result.set(wrong, () -> new RestrictIngressIntent(nameFields.namespace(), nameFields.name(),
                chosen.orElseGet(TreeMap::new), sameNamespace.isSelected(), others,
                nameFields.isFresh() ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.THERE));
    }

    private static String misnamedText(List<String> namespaces) {
        return namespaces.stream().flatMap(name -> ObjectNameValidator.namespaceProblem(name).stream()).findFirst()
                .orElse("");
    }

    @Override
    public String title() {
        return "Guard pods on the network";
    }

    @Override
    public String subjectText() {
        return nameFields.subjectText("a network policy");
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
