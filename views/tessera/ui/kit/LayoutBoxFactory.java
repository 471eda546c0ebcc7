package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** Rows of nodes, and what stands between them. FX thread. */
public final class LayoutBoxFactory {

    private LayoutBoxFactory() {}

    /** Returns nodes side by side, each in the middle of the row's height. */
    public static HBox row(double spacing, Node... nodes) {
        var row = new HBox(spacing, nodes);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /** Returns texts side by side on one line. */
    public static HBox baselineRow(double spacing, Node... nodes) {
        var row = new HBox(spacing, nodes);
        row.setAlignment(Pos.BASELINE_LEFT);
        return row;
    }

    /** Returns an empty region that takes the room between its neighbours in a row. */
    public static Region spacer() {
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    /** Lets a region take the room that its neighbours in a row leave, and returns it. */
    public static <R extends Region> R growing(R region) {
        HBox.setHgrow(region, Priority.ALWAYS);
        region.setMaxWidth(Double.MAX_VALUE);
        return region;
    }

    /** Adds style classes to a node, and returns it. */
    public static <N extends Node> N withStyle(N node, String... styles) {
        node.getStyleClass().addAll(styles);
        return node;
    }
}
