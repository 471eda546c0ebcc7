package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.TextLabelFactory;

/** Form field for the target nodes: those selected, or those that match a label selector. */
final class TargetNodesField {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TargetNodesField.class);
    private static final int FEW = 6;

    private final Supplier<ClusterSnapshot> snapshot;
    private final Optional<TargetNodeSelection> selected;
    private final TextField selector = InputControlFactory.textField("change-selector",
            MESSAGES.text("targets.prompt"));
    private final Label matchesLabel = TextLabelFactory.wrapped("", "small", "muted");
    private final VBox node = new VBox(6);
    private final ObservableValue<Optional<TargetNodeSelection>> targets;

    /** @param names of the nodes that were selected; none to ask for a selector */
    TargetNodesField(List<String> names, Supplier<ClusterSnapshot> snapshot) {
        this.snapshot = snapshot;
        selected = names.isEmpty() ? Optional.empty() : Optional.of(new TargetNodeSelection.NamedNodes(names));
        targets = Bindings.createObjectBinding(this::selectedOrParsed, selector.textProperty());
        if (selected.isPresent()) {
            node.getChildren().setAll(TextLabelFactory.wrapped(String.join(", ", names), "strong"));
        } else {
            node.getChildren().setAll(selector, matchesLabel);
            selector.textProperty().subscribe(this::showMatches);
        }
    }

    private Optional<TargetNodeSelection> selectedOrParsed() {
        return selected.or(() -> parseSelector(selector.getText()));
    }

    Node node() {
        return node;
    }

    /** Returns the targets as text, fit to follow a title. */
    String targetsText() {
        return selected.map(TargetNodeSelection::nodesText).orElse(MESSAGES.text("targets.bySelector"));
    }

    ObservableValue<Optional<TargetNodeSelection>> targets() {
        return targets;
    }

    /** Returns the target nodes at present. */
    List<NodeWithBoundPods> nodes() {
        var known = snapshot.get();
        return targets.getValue().map(nodeTargets -> nodeTargets.namesIn(known)).orElse(List.of()).stream()
                .flatMap(name -> known.findNode(name).stream()).toList();
    }

    String problemText() {
        return targets.getValue().isPresent() ? "" : MESSAGES.text("targets.missing");
    }

    /** Focuses the selector field; returns whether there is one to fill in. */
    boolean focusSelector() {
        if (selected.isEmpty()) {
            selector.requestFocus();
        }
        return selected.isEmpty();
    }

    private static Optional<TargetNodeSelection> parseSelector(String text) {
        try {
            if (text.isBlank()) {
                return Optional.empty();
            }
            return Optional.of(new TargetNodeSelection.LabelSelectedNodes(text.trim()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void showMatches(String text) {
        var those = parseSelector(text);
        if (text.isBlank()) {
            matchesLabel.setText(MESSAGES.text("targets.syntax"));
        } else if (those.isEmpty()) {
            matchesLabel.setText(MESSAGES.text("targets.invalid"));
        } else {
            var names = those.get().namesIn(snapshot.get());
            var some = String.join(", ", names.subList(0, Math.min(FEW, names.size())));
            matchesLabel.setText(matchText(names, some));
        }
    }

    private static String matchText(List<String> names, String some) {
        if (names.isEmpty()) {
            return MESSAGES.text("targets.noMatch");
        }
        return MESSAGES.text("targets.matches", names.size(), some, names.size() > FEW);
    }
}
