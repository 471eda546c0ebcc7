package tessera.ui.kit;

import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.Problem;

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

    /** Returns a bordered part of a side pane. */
    public static VBox sectionBox(Node... content) {
        return withStyle(new VBox(6, content), "sharing-section");
    }

    /** Returns the part of a side pane that stands for what could not be read. */
    public static VBox problemSection(StatusGlyph glyph, Problem problem) {
        var box = sectionBox(TextLabelFactory.withSign(glyph, problem.headline(), "strong"));
        Stream.of(problem.detail(), problem.remedy()).filter(text -> !text.isEmpty())
                .forEach(text -> box.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted")));
        return box;
    }
}
