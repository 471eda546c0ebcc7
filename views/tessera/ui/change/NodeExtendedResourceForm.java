package tessera.ui.change;

import java.util.OptionalLong;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;

/** Form for an extended resource that nodes advertise. */
final class NodeExtendedResourceForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeExtendedResourceForm.class);

    private final TextField resource = InputControlFactory.textField("resource-name", MESSAGES.text("device.prompt"));
    private final TextField amount = InputControlFactory.narrowTextField("resource-amount",
            MESSAGES.text("device.amountPrompt"), 240);

    NodeExtendedResourceForm(TargetNodesField targets) {
        super(MESSAGES.text("device.title"), targets);
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("form.nodes"), targets.node(), "")
                .addQuestion(MESSAGES.text("device.resource"), resource, MESSAGES.text("device.resourceWhy"))
                .addQuestion(MESSAGES.text("device.amount"), amount, MESSAGES.text("device.amountWhy")).node());
        evaluateNodesWith(resource.textProperty(), amount.textProperty());
    }

    @Override
    String answerProblem() {
        if (resource.getText().isBlank()) {
            return MESSAGES.text("device.resourceMissing");
        }
        var wrong = headlineText(LabelAndTaintValidator.extendedResourceProblem(resource.getText().trim()));
        if (wrong.isEmpty() && !amount.getText().isBlank() && !amount.getText().trim().matches("[0-9]{1,9}")) {
            return MESSAGES.text("device.amountInvalid");
        }
        return wrong;
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        var text = amount.getText().trim();
        return new NodeChangeIntent.AdvertiseResourceIntent(nodes, resource.getText().trim(),
                text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text)));
    }

    @Override
    Node firstAnswer() {
        return resource;
    }
}
