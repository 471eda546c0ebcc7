package tessera.ui.quota;

import java.util.Optional;
import java.util.SortedMap;
import javafx.scene.control.TextField;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.quota.disruption.DisruptionBudget;
import tessera.text.MessageCatalog;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.InputControlFactory;

/** Form for the number of pods that evictions must leave running. */
final class DisruptionBudgetForm extends NamespacePolicyForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DisruptionBudgetForm.class);
    private static final String KIND = "PodDisruptionBudget";

    private final Optional<DisruptionBudget> before;
    private final TextField labels = InputControlFactory.textField("keep-labels", "app=llm");
    private final TextField minAvailable = InputControlFactory.textField("keep-least",
            MESSAGES.text("budget.minPrompt"));
    private final TextField maxUnavailable = InputControlFactory.textField("keep-most",
            MESSAGES.text("budget.maxPrompt"));

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
        super(MESSAGES.text("budget.title"), nameFields, KIND, MESSAGES.text("budget.new"));
        this.before = before;
        begin(nameFields.addTo(new FormFieldGrid(), KIND, "")
                .addQuestion(MESSAGES.text("form.pods"), labels, MESSAGES.text("budget.labels"))
                .addQuestion(MESSAGES.text("budget.minAvailable"), minAvailable, MESSAGES.text("budget.minHelp"))
                .addQuestion(MESSAGES.text("budget.maxUnavailable"), maxUnavailable, MESSAGES.text("budget.maxHelp")),
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
        return wrong.isEmpty() && isUnchanged(chosenLabels().orElseThrow()) ? MESSAGES.text("form.unchanged") : wrong;
    }

    @Override
    ChangeIntent readIntent() {
        return new SetDisruptionBudgetIntent(object().namespace(), object().name(), chosenLabels().orElseThrow(),
                minAvailable.getText().strip(), maxUnavailable.getText().strip(), object().existence());
    }

    private String uncountedText() {
        var said = (minAvailable.getText() + maxUnavailable.getText()).strip();
        if (minAvailable.getText().isBlank() == maxUnavailable.getText().isBlank()) {
            return MESSAGES.text("budget.noAmount");
        }
        if (SetDisruptionBudgetIntent.isAmount(said)) {
            return "";
        }
        return MESSAGES.text("budget.badAmount", said);
    }

    private boolean isUnchanged(SortedMap<String, String> chosen) {
        return before.filter(budget -> budget.pods().labels().equals(chosen)
                && budget.minAvailable().equals(minAvailable.getText().strip())
                && budget.maxUnavailable().equals(maxUnavailable.getText().strip())).isPresent();
    }

    @Override
    void focusFirst() {
        labels.requestFocus();
    }
}
