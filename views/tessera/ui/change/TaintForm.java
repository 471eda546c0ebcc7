package tessera.ui.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.kube.scheduling.Taint;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.CommonTaintsAndLabels;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.ui.kit.GroupedNumberFormatter;

/** Form for the taints that nodes get and lose. */
final class TaintForm extends NodeChangeForm {

    private final TextField key;
    private final TextField value;
    private final ComboBox<String> effect;
    private final RemovalSelectionCheckBoxes<TaintKey> removals;
    private final Node node;

    static TaintForm of(TargetNodesField targets) {
        var effect = new ComboBox<>(FXCollections.observableArrayList(Taint.EFFECTS));
        effect.getSelectionModel().selectFirst();
        return new TaintForm(targets, new TextField(), new TextField(), effect, new RemovalSelectionCheckBoxes<>());
    }

    private TaintForm(TargetNodesField targets, TextField key, TextField value, ComboBox<String> effect,
            RemovalSelectionCheckBoxes<TaintKey> removals) {
        super("Taint nodes", targets, key.textProperty(), value.textProperty(), effect.valueProperty(),
                removals.chosen());
        this.key = key;
        this.value = value;
        this.effect = effect;
        this.removals = removals;
        key.setId("taint-key");
        value.setId("taint-value");
        effect.setId("taint-effect");
        key.setPromptText("key, for example dedicated");
        value.setPromptText("value, may be empty");
        key.setPrefColumnCount(20);
        targets.targets().subscribe(those -> listPresentTaints());
        node = new FormFieldGrid().addQuestion("Nodes", targets.node(), "")
                .addQuestion("Taint to set", new VBox(8, templatesMenu(), new HBox(8, key, value, effect)),
                        "NoSchedule keeps new pods away that do not tolerate it; NoExecute evicts those that run as well. "
                                + "A taint of the same key and effect is replaced.")
                .addQuestion("Taints to remove", removals.node(), "").node();
    }

    private MenuButton templatesMenu() {
        var menu = new MenuButton("Choose one that is in use elsewhere");
        menu.setId("taint-templates");
        for (var template : CommonTaintsAndLabels.standard().taints()) {
            var item = new MenuItem(template.taint() + "   " + template.text());
            item.setOnAction(event -> {
                key.setText(template.taint().key());
                value.setText(template.taint().value());
                effect.setValue(template.taint().effect());
            });
            menu.getItems().add(item);
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
        taints.forEach((text, taint) -> offered.put(nodes.size() == 1
                ? text
                : text + "   on " + GroupedNumberFormatter.withNoun(counts.getOrDefault(text, 0), "node"),
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
            return removals.chosen().isEmpty() ? "Name a taint to set, or choose one to remove" : "";
        }
        return headlineText(LabelAndTaintValidator.taintProblem(enteredTaint()));
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        return new NodeChangeIntent.ChangeTaintsIntent(nodes, setsNothing() ? List.of() : List.of(enteredTaint()),
                new ArrayList<>(removals.chosen()));
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    Node firstAnswer() {
        return key;
    }
}
