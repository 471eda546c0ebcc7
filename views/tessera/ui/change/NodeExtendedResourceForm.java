package tessera.ui.change;

import java.util.OptionalLong;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.ui.kit.InputControlFactory;

/** Form for an extended resource that nodes advertise. */
final class NodeExtendedResourceForm extends NodeChangeForm {

    private final TextField resource = InputControlFactory.textField("resource-name", "for example example.com/dongle");
    private final TextField amount = InputControlFactory.narrowTextField("resource-amount",
            "none: advertise it no longer", 240);

    NodeExtendedResourceForm(TargetNodesField targets) {
        super("Advertise a device", targets);
        setContent(new FormFieldGrid().addQuestion("Nodes", targets.node(), "")
                .addQuestion("Resource", resource,
                        "A name with a domain of your own. The scheduler counts it like any other resource; the kubelet "
                                + "hands nothing out for it.")
                .addQuestion("Amount a node", amount,
                        "A whole number. It is forgotten when the node is registered anew.")
                .node());
        evaluateNodesWith(resource.textProperty(), amount.textProperty());
    }

    @Override
    String answerProblem() {
        if (resource.getText().isBlank()) {
            return "Name the resource";
        }
        var wrong = headlineText(LabelAndTaintValidator.extendedResourceProblem(resource.getText().trim()));
        if (wrong.isEmpty() && !amount.getText().isBlank() && !amount.getText().trim().matches("[0-9]{1,9}")) {
            return "The amount is a whole number, or nothing";
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
