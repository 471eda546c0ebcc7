package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/**
 * A row of cells whose widths depend on the row's width alone, so that rows below each other align.
 */
public final class AlignedCellRow extends Region {

    private static final double GAP = 12;

    /**
     * One cell.
     *
     * @param basis  how wide it is where there is no more room than all want
     * @param weight its share of what is missing
     * @param growth its share of what is left
     * @param minRowWidth  a narrower row leaves it out
     */
    public record AlignedCell(Node node, double basis, double weight, double growth, HPos alignment,
            double minRowWidth) {

        /** A cell that gives as it takes. */
        public AlignedCell(Node node, double basis, double weight, HPos alignment, double minRowWidth) {
            this(node, basis, weight, weight, alignment, minRowWidth);
        }

        /** A cell that every row has a place for. */
        public AlignedCell(Node node, double basis, double weight, HPos alignment) {
            this(node, basis, weight, alignment, 0);
        }

        /** Returns a cell that takes the room of two neighbours of other rows. */
        public AlignedCell joinedWith(double otherBasis, double otherWeight) {
            return new AlignedCell(node, basis + GAP + otherBasis, weight + otherWeight, growth + otherWeight,
                    alignment, minRowWidth);
        }

        /** Returns the cell with another share of what is left. */
        public AlignedCell withGrowth(double share) {
            return new AlignedCell(node, basis, weight, share, alignment, minRowWidth);
        }
    }

    private static final double LINES = 2;

    private final NavigableMap<Double, List<AlignedCell>> spreads = new TreeMap<>();
    private final List<AlignedRowFooter> below = new ArrayList<>();
    /** How many times as large as usual text is: widths are meant for the usual one. */
    private double textScale = 1;

    public AlignedCellRow(String style, List<AlignedCell> cells) {
        spreads.put(0.0, List.copyOf(cells));
        getStyleClass().add(style);
        cells.forEach(cell -> getChildren().add(cell.node()));
        getChildren().add(new FontSizeProbe(this::setTextScale));
    }

    /** Sets the cells of rows that are at least this wide; nodes without a cell are hidden. */
    public AlignedCellRow whenWide(double from, List<AlignedCell> spread) {
        spreads.put(from, List.copyOf(spread));
        spread.stream().map(AlignedCell::node).filter(node -> !getChildren().contains(node))
                .forEach(getChildren()::add);
        return this;
    }

    /**
     * A node below the cells.
     *
     * @param maxRowWidth a row as wide as this leaves it out
     */
    private record AlignedRowFooter(Node node, double maxRowWidth) {}

    /** Adds a node below the cells, from the second cell on and as wide as all of them. */
    public AlignedCellRow addBelow(Node textNode) {
        return addBelow(textNode, Double.POSITIVE_INFINITY);
    }

    /** Adds a node below the cells of narrower rows, where it replaces cells that are left out. */
    public AlignedCellRow addBelow(Node textNode, double until) {
        below.add(new AlignedRowFooter(textNode, until));
        getChildren().add(textNode);
        return this;
    }

    private void setTextScale(double size) {
        textScale = size;
        requestLayout();
    }

    private double scaledBasis(AlignedCell cell) {
        return cell.basis() * textScale;
    }

    /** A cell with its position. */
    private record PlacedCell(AlignedCell cell, double x, double width) {}

    @Override
    protected void layoutChildren() {
        var insets = getInsets();
        double height = getHeight() - insets.getTop() - insets.getBottom() - heightBelow(getWidth());
        var placedNow = placeCells(getWidth());
        var shown = placedNow.stream().map(placed -> placed.cell().node()).collect(Collectors.toSet());
        spreads.values().stream().flatMap(List::stream).map(AlignedCell::node)
                .forEach(node -> node.setVisible(shown.contains(node)));
        for (var placed : placedNow) {
            layoutInArea(placed.cell().node(), placed.x(), insets.getTop(), placed.width(), height, 0,
                    placed.cell().alignment(), VPos.CENTER);
        }
        var placedCell = belowArea(getWidth());
        double top = insets.getTop() + height;
        for (var each : below) {
            double under = heightBelow(each, getWidth());
            each.node().setVisible(under > 0);
            layoutInArea(each.node(), placedCell.x(), top + LINES, placedCell.width(), Math.max(0, under - LINES), 0,
                    HPos.LEFT, VPos.TOP);
            top += under;
        }
    }

    /** Returns the area below the cells, which begins at the second one. */
    private PlacedCell belowArea(double all) {
        var second = placeCells(all).get(1);
        return new PlacedCell(second.cell(), second.x(), Math.max(0, all - getInsets().getRight() - second.x()));
    }

    private double heightBelow(double all) {
        return below.stream().mapToDouble(each -> heightBelow(each, all)).sum();
    }

    private double heightBelow(AlignedRowFooter below, double all) {
        if (all >= below.maxRowWidth() * textScale) {
            return 0;
        }
        double width = belowArea(all).width();
        return snapSizeY(Math.min(below.node().prefHeight(width), below.node().maxHeight(width))) + LINES;
    }

    private List<PlacedCell> placeCells(double all) {
        var insets = getInsets();
        var placed = spreads.floorEntry(Math.max(0, all / textScale)).getValue().stream()
                .filter(cell -> cell.minRowWidth() * textScale <= all).toList();
        double bases = placed.stream().mapToDouble(this::scaledBasis).sum();
        double spare = all - insets.getLeft() - insets.getRight() - (placed.size() - 1) * GAP - bases;
        ToDoubleFunction<AlignedCell> weight = spare > 0 ? AlignedCell::growth : AlignedCell::weight;
        double weights = placed.stream().mapToDouble(weight).sum();
        // Where much is missing all give way, so that none goes altogether.
        boolean tight = placed.stream().anyMatch(cell -> weight.applyAsDouble(cell) > 0
                && scaledBasis(cell) + spare * weight.applyAsDouble(cell) / weights < scaledBasis(cell) / 2);
        double x = insets.getLeft();
        var rooms = new ArrayList<PlacedCell>();
        for (var cell : placed) {
            double share;
            if (tight) {
                share = scaledBasis(cell) / bases;
            } else if (weights == 0) {
                share = 0;
            } else {
                share = weight.applyAsDouble(cell) / weights;
            }
            double width = Math.max(0, scaledBasis(cell) + spare * share);
            rooms.add(new PlacedCell(cell, x, width));
            x += width + GAP;
        }
        return rooms;
    }

    /** As high as the cells need that have their text on several lines in the room that there is. */
    @Override
    protected double computePrefHeight(double width) {
        if (width < 0) {
            return super.computePrefHeight(width);
        }
        return snappedTopInset() + snappedBottomInset()
                + snapSizeY(placeCells(width).stream()
                        .mapToDouble(placed -> placed.cell().node().prefHeight(placed.width())).max().orElse(0))
                + heightBelow(width);
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
