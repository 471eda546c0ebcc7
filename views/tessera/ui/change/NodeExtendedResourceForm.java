package tessera.ui.change;

import java.util.OptionalLong;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.LabelAndTaintValidator;

/** Form for an extended resource that nodes advertise. */
final class NodeExtendedResourceForm extends NodeChangeForm {

    private final TextField resource;
    private final TextField amount;
    private final Node node;

    static NodeExtendedResourceForm of(TargetNodesField targets) {
        return new NodeExtendedResourceForm(targets, new TextField(), new TextField());
    }

    private NodeExtendedResourceForm(TargetNodesField targets, TextField resource, TextField amount) {
        super("Advertise a device", targets, resource.textProperty(), amount.textProperty());
        this.resource = resource;
        this.amount = amount;
        resource.setId("resource-name");
        amount.setId("resource-amount");
        resource.setPromptText("for example example.com/dongle");
        amount.setPromptText("none: advertise it no longer");
        amount.setMaxWidth(240);
        node = new FormFieldGrid().addQuestion("Nodes", targets.node(), "")
                .addQuestion("Resource", resource,
                        "A name with a domain of your own. The scheduler counts it like any other resource; the kubelet "
                                + "hands nothing out for it.")
                .addQuestion("Amount a node", amount,
                        "A whole number. It is forgotten when the node is registered anew.")
                .node();
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
    public Node node() {
        return node;
    }

    @Override
    Node firstAnswer() {
        return resource;
    }
}
