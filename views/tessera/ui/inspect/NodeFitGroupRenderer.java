package tessera.ui.inspect;

import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.scheduling.NodeFitResult;
import tessera.scheduling.PodFitResult;
import tessera.text.MessageCatalog;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders a group of nodes with the same answer to a pod: the answer and the nodes' names. FX thread. */
public final class NodeFitGroupRenderer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeFitGroupRenderer.class);
    private static final int LISTED = 6;

    private NodeFitGroupRenderer() {}

    /**
     * Returns the row of a group.
     *
     * @param name what shows a node
     */
    public static Node groupRow(PodFitResult.SameFailureNodes group, Function<NodeFitResult, Node> name) {
        var title = TextLabelFactory.wrapped(resultText(group), "strong", "small");
        var names = new FlowPane(8, 2);
        listNames(group.nodes(), LISTED, names, name);
        var words = new VBox(4, title, names);
        words.setMinWidth(0);
        names.prefWrapLengthProperty().bind(words.widthProperty());
        HBox.setHgrow(words, Priority.ALWAYS);
        return LayoutBoxFactory.withStyle(new HBox(8, statusSign(group.status()).node(), words), "inspector-row");
    }

    private static String resultText(PodFitResult.SameFailureNodes group) {
        var nodes = CountedNoun.NODE.countText(group.nodes().size());
        return MESSAGES.text(switch (group.status()) {
            case FITS -> "fit.now";
            case MAY_FIT -> "fit.maybe";
            case FULL -> "fit.full";
            case CLOSED -> "fit.excluded";
            case OTHER_LAYOUT -> "fit.otherLayout";
            case UNSUITABLE -> "fit.unsuitable";
            case NO_DEVICES -> "fit.noDevices";
        }, nodes, group.reasonText());
    }

    private static StatusGlyph statusSign(NodeFitResult.NodeFitStatus fitStatus) {
        return switch (fitStatus) {
            case FITS -> StatusGlyph.READY;
            case MAY_FIT -> StatusGlyph.UNREACHABLE;
            case FULL -> StatusGlyph.WAITING;
            case CLOSED -> StatusGlyph.CORDONED;
            case OTHER_LAYOUT -> StatusGlyph.CORDONED;
            case UNSUITABLE, NO_DEVICES -> StatusGlyph.NONE;
        };
    }

    private static void listNames(List<NodeFitResult> nodes, int maximum, FlowPane into,
            Function<NodeFitResult, Node> name) {
        into.getChildren().clear();
        nodes.stream().limit(maximum).forEach(node -> into.getChildren().add(name.apply(node)));
        if (nodes.size() > maximum) {
            into.getChildren().add(InputControlFactory.link(MESSAGES.text("more", nodes.size() - maximum),
                    () -> listNames(nodes, Integer.MAX_VALUE, into, name)));
        }
    }
}
