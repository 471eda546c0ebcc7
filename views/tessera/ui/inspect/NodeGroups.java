package tessera.ui.inspect;

import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.scheduling.NodeFit;
import tessera.scheduling.PodFit;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Nodes that say the same to a pod, as a row of what they say and who they are. FX thread. */
public final class NodeGroups {

    private static final int LISTED = 6;

    private NodeGroups() {}

    /**
     * A row of theirs.
     *
     * @param name what shows a node
     */
    public static Node row(PodFit.NodeGroup group, Function<NodeFit, Node> name) {
        var title = SelectableText.wrapped(
                "%s %s".formatted(NumberText.of(group.nodes().size(), "node"), verdict(group)), "strong",
                "small");
        var names = new FlowPane(8, 2);
        names(group.nodes(), LISTED, names, name);
        var words = new VBox(4, title, names);
        words.setMinWidth(0);
        names.prefWrapLengthProperty().bind(words.widthProperty());
        HBox.setHgrow(words, Priority.ALWAYS);
        var row = new HBox(8, sign(group.standing()).node(), words);
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static String verdict(PodFit.NodeGroup group) {
        boolean one = group.nodes().size() == 1;
        return switch (group.standing()) {
            case FITS -> "would take it now";
            case FULL -> (one ? "does not take it now: " : "do not take it now: ") + group.words();
            case CLOSED -> (one ? "is closed to it: " : "are closed to it: ") + group.words();
            case OTHER_LAYOUT -> "could take it with another MIG layout: " + group.words();
            case UNSUITABLE -> "can never take it: " + group.words();
            case NO_DEVICES -> (one ? "has no such device: " : "have no such device: ") + group.words();
        };
    }

    private static StatusGlyph sign(NodeFit.NodeFitStatus standing) {
        return switch (standing) {
            case FITS -> StatusGlyph.READY;
            case FULL -> StatusGlyph.WAITING;
            case CLOSED -> StatusGlyph.CORDONED;
            case OTHER_LAYOUT -> StatusGlyph.CORDONED;
            case UNSUITABLE, NO_DEVICES -> StatusGlyph.NONE;
        };
    }

    private static void names(List<NodeFit> nodes, int most, FlowPane into, Function<NodeFit, Node> name) {
        into.getChildren().clear();
        nodes.stream().limit(most).forEach(node -> into.getChildren().add(name.apply(node)));
        if (nodes.size() > most) {
            var more = new Hyperlink("%d more".formatted(nodes.size() - most));
            more.setOnAction(event -> names(nodes, Integer.MAX_VALUE, into, name));
            into.getChildren().add(more);
        }
    }
}
