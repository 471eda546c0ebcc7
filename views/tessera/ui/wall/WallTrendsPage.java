package tessera.ui.wall;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.RowConstraints;
import javafx.scene.layout.VBox;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.WallTrendLineState;

/** Page of six numbers and their history. */
final class WallTrendsPage {

    private static final int COLUMNS = 3;
    private static final double SIGN = 44;
    private static final PseudoClass LONG = PseudoClass.getPseudoClass("long");
    private static final PseudoClass LONGEST = PseudoClass.getPseudoClass("longest");
    /** Longer numbers are drawn smaller. */
    private static final int SHORT = 6;
    /** The same with the unit, whose letters are half as wide. */
    private static final int SHORT_WITH_UNIT = 7;
    private static final int LONG_WITH_UNIT = 9;

    private final GridPane root = new GridPane();
    private final Map<FleetTotalKind, TrendTileBox> boxes = new EnumMap<>(FleetTotalKind.class);

    WallTrendsPage() {
        root.setId("wall-trends");
        root.getStyleClass().add("wall-tiles");
        int position = 0;
        for (var kind : FleetTotalKind.values()) {
            var box = new TrendTileBox(kind);
            boxes.put(kind, box);
            root.add(box.node, position % COLUMNS, position / COLUMNS);
            position++;
        }
        for (int column = 0; column < COLUMNS; column++) {
            var share = new ColumnConstraints();
            share.setPercentWidth(100.0 / COLUMNS);
            root.getColumnConstraints().add(share);
        }
        for (int row = 0; row < position / COLUMNS; row++) {
            var share = new RowConstraints();
            share.setVgrow(Priority.ALWAYS);
            share.setPercentHeight(100.0 * COLUMNS / position);
            root.getRowConstraints().add(share);
        }
    }

    Node node() {
        return root;
    }

    void show(WallPageState.TrendsWallState trends) {
        trends.tiles().forEach(tile -> Objects.requireNonNull(boxes.get(tile.kind())).showTile(tile));
    }

    /** One number of the page. */
    private static final class TrendTileBox {

        private final HBox head = LayoutBoxFactory.row(16);
        private final Label number = TextLabelFactory.whole("", "wall-tile-number");
        private final Label unit = TextLabelFactory.whole("", "wall-tile-unit");
        private final Label detail = TextLabelFactory.shrinkable("", "wall-tile-detail");
        private final Label span = TextLabelFactory.shrinkable("", "wall-small");
        private final WallTrendLine line = new WallTrendLine();
        private final Label note = TextLabelFactory.shrinkable("", "wall-small");
        private final VBox node;

        TrendTileBox(FleetTotalKind kind) {
            var numbers = LayoutBoxFactory.baselineRow(16, number, unit);
            node = new VBox(head, numbers, detail, line, note);
            node.setId("wall-" + kind.name().toLowerCase(Locale.ROOT));
            node.getStyleClass().addAll("wall-tile", kind.name().toLowerCase(Locale.ROOT));
            // On a display that is less wide a number reaches into the edge of its tile, rather than widening its column.
            node.setMinWidth(0);
            VBox.setVgrow(line, Priority.ALWAYS);
        }

        void showTile(TrendTileState tile) {
            head.getChildren().setAll(TextLabelFactory.shrinkable(tile.title(), "wall-tile-title"),
                    LayoutBoxFactory.spacer(), span);
            if (tile.glyph() != null) {
                head.getChildren().addFirst(WallPageControlFactory.signNode(tile.glyph(), SIGN));
            }
            number.setText(tile.number());
            int digits = tile.number().length();
            int both = digits + tile.unit().length() / 2;
            number.pseudoClassStateChanged(LONG, digits > SHORT || both > SHORT_WITH_UNIT);
            number.pseudoClassStateChanged(LONGEST, both > LONG_WITH_UNIT);
            unit.setText(tile.unit());
            detail.setText(tile.detail());
            span.setText(tile.span());
            line.showLine(tile.line());
            note.setText(tile.noteText());
            JavaFxNodeVisibility.setShown(note, !tile.noteText().isEmpty());
            line.setVisible(tile.line().isVisible());
            line.setAccessibleText(Stream.of("%s: %s %s".formatted(tile.title(), tile.number(), tile.unit()),
                    tile.detail(), tile.span(), tile.noteText()).filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", ")));
        }
    }

    /**
     * Line of the last hours that is as sharp on a large display as on a small one. A gap stays a gap, and where GPUs
     * are missing it is dashed. FX thread.
     */
    private static final class WallTrendLine extends Region {

        private final Path area = new Path();
        private final Path stroke = new Path();
        private final Path dashes = new Path();
        private @Nullable WallTrendLineState displayedLineState;

        WallTrendLine() {
            getStyleClass().add("wall-trend");
            area.getStyleClass().add("wall-trend-area");
            stroke.getStyleClass().add("wall-trend-line");
            dashes.getStyleClass().addAll("wall-trend-line", "wall-trend-partial");
            List.of(area, stroke, dashes).forEach(path -> path.setManaged(false));
            setAccessibleRole(AccessibleRole.IMAGE_VIEW);
            setMinSize(0, 0);
            getChildren().setAll(area, stroke, dashes);
        }

        void showLine(WallTrendLineState latestLineState) {
            displayedLineState = latestLineState;
            requestLayout();
        }

        @Override
        protected void layoutChildren() {
            area.getElements().clear();
            stroke.getElements().clear();
            dashes.getElements().clear();
            var line = displayedLineState;
            if (line == null || getWidth() <= 0 || getHeight() <= 0) {
                return;
            }
            int begun = -1;
            for (int position = 0; position <= line.series().size(); position++) {
                boolean known = position < line.series().size() && !Float.isNaN(line.series().valueAt(position));
                if (known && begun < 0) {
                    begun = position;
                } else if (!known && begun >= 0) {
                    drawPiece(line, begun, position - 1);
                    begun = -1;
                }
            }
        }

        private Path pathFor(WallTrendLineState line, int position) {
            return line.isPartial(position) ? dashes : stroke;
        }

        /** Draws a piece of the line; a single value is as wide as its step. */
        private void drawPiece(WallTrendLineState line, int from, int to) {
            double right = xOf(line, to);
            double left = from == to ? Math.max(0, right - getWidth() / line.series().size()) : xOf(line, from);
            area.getElements().add(new MoveTo(left, getHeight()));
            area.getElements().add(new LineTo(left, yOf(line, from)));
            var drawn = pathFor(line, from);
            drawn.getElements().add(new MoveTo(left, yOf(line, from)));
            for (int position = from; position <= to; position++) {
                area.getElements().add(new LineTo(xOf(line, position), yOf(line, position)));
                drawn.getElements().add(new LineTo(xOf(line, position), yOf(line, position)));
                if (position < to && !pathFor(line, position + 1).equals(drawn)) {
                    drawn = pathFor(line, position + 1);
                    drawn.getElements().add(new MoveTo(xOf(line, position), yOf(line, position)));
                }
            }
            area.getElements().add(new LineTo(right, getHeight()));
        }

        private double xOf(WallTrendLineState line, int position) {
            return position * getWidth() / Math.max(1, line.series().size() - 1);
        }

        private double yOf(WallTrendLineState line, int position) {
            double share = (line.series().valueAt(position) - line.low()) / (line.high() - line.low());
            return getHeight() * (1 - Math.clamp(share, 0, 1));
        }
    }
}
