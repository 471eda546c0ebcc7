package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.model.ObjectNameValidator;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.InputControlFactory;

/** Form for the network access to a namespace's pods. */
final class NetworkPolicyForm extends NamespacePolicyForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NetworkPolicyForm.class);
    private static final String KIND = "NetworkPolicy";

    private final Optional<NetworkPolicySummary> before;
    private final TextField labels = InputControlFactory.textField("guard-labels", MESSAGES.text("policy.everyPod"));
    private final CheckBox sameNamespace = InputControlFactory.checkBox("guard-own",
            MESSAGES.text("policy.sameNamespace"));
    private final TextField from = InputControlFactory.textField("guard-from", "monitoring, ingress");

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
        super(MESSAGES.text("policy.title"), nameFields, KIND, MESSAGES.text("policy.new"));
        this.before = before;
        sameNamespace.setSelected(true);
        begin(nameFields.addTo(new FormFieldGrid(), KIND, "")
                .addQuestion(MESSAGES.text("form.pods"), labels, MESSAGES.text("policy.labels"))
                .addQuestion(MESSAGES.text("policy.allow"), sameNamespace, "")
                .addQuestion(MESSAGES.text("policy.allowNamespaces"), from, MESSAGES.text("policy.allowHelp")),
                labels.textProperty(), from.textProperty(), sameNamespace.selectedProperty());
    }

    private Optional<SortedMap<String, String>> chosenLabels() {
        return EnteredLabelsParser.parseLabels(labels.getText());
    }

    private List<String> otherNamespaces() {
        return List.of(from.getText().split("[,\\s]+", -1)).stream().filter(each -> !each.isEmpty()).toList();
    }

    @Override
    String answerProblem() {
        var wrong = EnteredLabelsParser.problemText(chosenLabels());
        if (wrong.isEmpty()) {
            wrong = misnamedText(otherNamespaces());
        }
        return wrong.isEmpty() && isUnchanged() ? MESSAGES.text("form.unchanged") : wrong;
    }

    private boolean isUnchanged() {
        return before.filter(policy -> policy.pods().labels().equals(chosenLabels().orElseThrow())
                && policy.admitsNamespace() == sameNamespace.isSelected() && policy.sources().equals(otherNamespaces()))
                .isPresent();
    }

    @Override
    ChangeIntent readIntent() {
        return new RestrictIngressIntent(object().namespace(), object().name(), chosenLabels().orElseThrow(),
                sameNamespace.isSelected(), otherNamespaces(), object().existence());
    }

    private static String misnamedText(List<String> namespaces) {
        return namespaces.stream().flatMap(name -> ObjectNameValidator.namespaceProblem(name).stream()).findFirst()
                .map(Reason::text).orElse("");
    }

    @Override
    void focusFirst() {
        labels.requestFocus();
    }
}
