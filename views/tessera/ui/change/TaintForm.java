package tessera.ui.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.kube.scheduling.Taint;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.CommonTaintsAndLabels;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;

/** Form for the taints that nodes get and lose. */
final class TaintForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TaintForm.class);

    private final TextField key = InputControlFactory.textField("taint-key", MESSAGES.text("taint.keyPrompt"));
    private final TextField value = InputControlFactory.textField("taint-value", MESSAGES.text("taint.valuePrompt"));
    private final ComboBox<String> effect = new ComboBox<>(FXCollections.observableArrayList(Taint.EFFECTS));
    private final RemovalSelectionCheckBoxes<TaintKey> removals = new RemovalSelectionCheckBoxes<>();

    TaintForm(TargetNodesField targets) {
        super(MESSAGES.text("taint.title"), targets);
        effect.setId("taint-effect");
        effect.getSelectionModel().selectFirst();
        key.setPrefColumnCount(20);
        targets.targets().subscribe(those -> listPresentTaints());
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("form.nodes"), targets.node(), "")
                .addQuestion(MESSAGES.text("taint.set"), new VBox(8, templatesMenu(), new HBox(8, key, value, effect)),
                        MESSAGES.text("taint.setWhy"))
                .addQuestion(MESSAGES.text("taint.remove"), removals.node(), "").node());
        evaluateNodesWith(key.textProperty(), value.textProperty(), effect.valueProperty(), removals.chosen());
    }

    private MenuButton templatesMenu() {
        var menu = new MenuButton(MESSAGES.text("taint.templates"));
        menu.setId("taint-templates");
        for (var template : CommonTaintsAndLabels.standard().taints()) {
            menu.getItems().add(InputControlFactory.menuItem(template.taint() + "   " + template.text(), () -> {
                key.setText(template.taint().key());
                value.setText(template.taint().value());
                effect.setValue(template.taint().effect());
            }));
        }
        return menu;
    }

    private void listPresentTaints() {
        var nodes = targets().nodes();
        var counts = new TreeMap<String, Integer>();
        var taints = new TreeMap<String, Taint>();
        for (var info : nodes) {
            for (var taint : info.nodeSummary().taints()) {
                counts.merge(taint.toString(), 1, Integer::sum);
                taints.put(taint.toString(), taint);
            }
        }
        var offered = new LinkedHashMap<String, TaintKey>();
        taints.forEach((text, taint) -> offered.put(
                nodes.size() == 1 ? text : MESSAGES.text("taint.onNodes", text, counts.getOrDefault(text, 0)),
                TaintKey.of(taint)));
        removals.offer(offered, !nodes.isEmpty());
    }

    private Taint enteredTaint() {
        return new Taint(key.getText().trim(), value.getText().trim(), effect.getValue());
    }

    private boolean setsNothing() {
        return key.getText().isBlank() && value.getText().isBlank();
    }

    @Override
    String answerProblem() {
        if (setsNothing()) {
            return removals.chosen().isEmpty() ? MESSAGES.text("taint.missing") : "";
        }
        return headlineText(LabelAndTaintValidator.taintProblem(enteredTaint()));
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        return new NodeChangeIntent.ChangeTaintsIntent(nodes, setsNothing() ? List.of() : List.of(enteredTaint()),
                new ArrayList<>(removals.chosen()));
    }

    @Override
    Node firstAnswer() {
        return key;
    }
}
