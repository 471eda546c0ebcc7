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
import tessera.model.NodeInfo;
import tessera.model.Snapshot;
import tessera.plan.intent.NodeTargets;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** Which nodes are meant: those that were selected, or those that a label selector finds. */
final class TargetsField {

    private static final int FEW = 6;

    private final Supplier<Snapshot> snapshot;
    private final Optional<NodeTargets> selected;
    private final TextField selector = new TextField();
    private final Label found = SelectableText.wrapped("", "small", "muted");
    private final VBox node = new VBox(6);
    private final ObservableValue<Optional<NodeTargets>> targets;

    /** @param names of the nodes that were selected; none to ask for a selector */
    TargetsField(List<String> names, Supplier<Snapshot> snapshot) {
        this.snapshot = snapshot;
        selected = names.isEmpty() ? Optional.empty() : Optional.of(new NodeTargets.NamedNodes(names));
        selector.setId("change-selector");
        selector.setPromptText("for example nvidia.com/gpu.product=NVIDIA-L40S");
        targets = Bindings.createObjectBinding(() -> selected.or(() -> parse(selector.getText())),
                selector.textProperty());
        if (selected.isPresent()) {
            node.getChildren().setAll(SelectableText.wrapped(String.join(", ", names), "strong"));
        } else {
            node.getChildren().setAll(selector, found);
            selector.textProperty().subscribe(this::count);
        }
    }

    Node node() {
        return node;
    }

    /** Fit to follow a title. */
    String words() {
        return selected.map(NodeTargets::words).orElse("nodes that a label selector finds");
    }

    ObservableValue<Optional<NodeTargets>> targets() {
        return targets;
    }

    /** The nodes that are meant as of now. */
    List<NodeInfo> nodes() {
        var known = snapshot.get();
        return targets.getValue().map(those -> those.in(known)).orElse(List.of()).stream()
                .flatMap(name -> known.node(name).stream()).toList();
    }

    String complaint() {
        return targets.getValue().isPresent() ? "" : "Say which nodes are meant";
    }

    /** Puts the focus here; whether there is something to answer. */
    boolean focus() {
        if (selected.isEmpty()) {
            selector.requestFocus();
        }
        return selected.isEmpty();
    }

    private static Optional<NodeTargets> parse(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(new NodeTargets.SelectedByLabels(text.trim()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void count(String text) {
        var those = parse(text);
        if (text.isBlank()) {
            found.setText("Labels as kubectl takes them: key=value, key in (a, b), !key");
        } else if (those.isEmpty()) {
            found.setText("This is no label selector");
        } else {
            var names = those.get().in(snapshot.get());
            var some = String.join(", ", names.subList(0, Math.min(FEW, names.size())));
            found.setText(names.isEmpty() ? "No node has these labels now"
                    : NumberText.of(names.size(), "node") + " now: " + some + (names.size() > FEW ? " …" : ""));
        }
    }
}
