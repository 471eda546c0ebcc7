package tessera.ui.kit;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Rectangle;

/**
 * A container that clips its content, so that it neither covers its neighbours nor takes their clicks.
 */
public final class ClippedPane extends StackPane {

    /** What the keys move in, by style class. */
    private static final List<String> LISTS = List.of(".table-view", ".list-view", ".heatmap");

    public ClippedPane() {
        setAlignment(Pos.TOP_LEFT);
        setMinSize(0, 0);
        var edge = new Rectangle();
        edge.widthProperty().bind(widthProperty());
        edge.heightProperty().bind(heightProperty());
        setClip(edge);
    }

    /** Shows other content. The focus stays in here where it was. */
    public void show(Node content) {
        boolean held = getScene() != null
                && Stream.iterate(getScene().getFocusOwner(), Objects::nonNull, Node::getParent).anyMatch(this::equals);
        getChildren().setAll(content);
        if (held) {
            focusList();
        }
    }

    /** Focuses the list that is shown, if there is one. */
    public void focusList() {
        requestFocus();
        LISTS.stream().flatMap(style -> lookupAll(style).stream()).filter(Node::isFocusTraversable)
                .filter(ClippedPane::isInSight).findFirst().ifPresent(Node::requestFocus);
    }

    private static boolean isInSight(Node node) {
        return node.isVisible() && (node.getParent() == null || isInSight(node.getParent()));
    }
}
