package tessera.ui.change;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.CommonTaintsAndLabels;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;

/** Form for the labels that nodes get and lose. */
final class NodeLabelForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeLabelForm.class);

    private final TextField key = InputControlFactory.textField("label-key", MESSAGES.text("label.keyPrompt"));
    private final TextField value = InputControlFactory.textField("label-value", MESSAGES.text("label.valuePrompt"));
    private final RemovalSelectionCheckBoxes<String> removals = new RemovalSelectionCheckBoxes<>();

    NodeLabelForm(TargetNodesField targets) {
        super(MESSAGES.text("label.title"), targets);
        key.setPrefColumnCount(20);
        targets.targets().subscribe(those -> listPresentLabels());
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("form.nodes"), targets.node(), "")
                .addQuestion(MESSAGES.text("label.set"), new VBox(8, templatesMenu(), new HBox(8, key, value)),
                        MESSAGES.text("label.setWhy"))
                .addQuestion(MESSAGES.text("label.remove"), removals.node(), MESSAGES.text("label.removeWhy")).node());
        evaluateNodesWith(key.textProperty(), value.textProperty(), removals.chosen());
    }

    private MenuButton templatesMenu() {
        var menu = new MenuButton(MESSAGES.text("label.templates"));
        menu.setId("label-templates");
        for (var template : CommonTaintsAndLabels.standard().labels()) {
            menu.getItems().add(InputControlFactory.menuItem(template.key() + "   " + template.text(), () -> {
                key.setText(template.key());
                value.requestFocus();
            }));
        }
        return menu;
    }

    private void listPresentLabels() {
        var known = new TreeMap<String, String>();
        for (var info : targets().nodes()) {
            for (var entry : info.nodeSummary().labels().entrySet()) {
                var name = entry.getKey();
                var content = entry.getValue();
                if (!isProtected(name)) {
                    known.merge(name, content,
                            (one, other) -> one.equals(other) ? one : MESSAGES.text("label.severalValues"));
                }
            }
        }
        var offered = new LinkedHashMap<String, String>();
        known.forEach((name, content) -> offered.put(name + "=" + content, name));
        removals.offer(offered, !targets().nodes().isEmpty());
    }

    private static boolean isProtected(String key) {
        int slash = key.indexOf('/');
        var domain = slash < 0 ? "" : key.substring(0, slash);
        return domain.endsWith("kubernetes.io") || domain.endsWith("k8s.io") || domain.endsWith("nvidia.com")
                || domain.endsWith("amd.com") || domain.endsWith("intel.com");
    }

    private boolean setsNothing() {
        return key.getText().isBlank() && value.getText().isBlank();
    }

    @Override
    String answerProblem() {
        if (setsNothing()) {
            return removals.chosen().isEmpty() ? MESSAGES.text("label.missing") : "";
        }
        var name = key.getText().trim();
        return headlineText(LabelAndTaintValidator.keyProblem(name)
                .or(() -> LabelAndTaintValidator.valueProblem(name, value.getText().trim())));
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        return new NodeChangeIntent.ChangeLabelsIntent(nodes,
                setsNothing() ? Map.of() : Map.of(key.getText().trim(), value.getText().trim()),
                Set.copyOf(removals.chosen()));
    }

    @Override
    Node firstAnswer() {
        return key;
    }
}
