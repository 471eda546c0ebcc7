package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/**
 * A row of cells whose widths follow from the row's alone, whatever the cells say: rows below each other have their
 * cells below each other.
 */
public final class SpreadRow extends Region {

    private static final double GAP = 12;

    /**
     * One cell.
     *
     * @param basis  how wide it is where there is no more room than all want
     * @param weight its share of what is left, or of what is missing
     * @param least  a narrower row leaves it out
     */
    public record SpreadCell(Node node, double basis, double weight, HPos alignment, double least) {

        /** A cell that every row has a place for. */
        public SpreadCell(Node node, double basis, double weight, HPos alignment) {
            this(node, basis, weight, alignment, 0);
        }

        /** A cell that takes the room of two neighbours of other rows. */
        public SpreadCell joined(double otherBasis, double otherWeight) {
            return new SpreadCell(node, basis + GAP + otherBasis, weight + otherWeight, alignment, least);
        }
    }

    private static final double LINES = 2;

    private final NavigableMap<Double, List<SpreadCell>> spreads = new TreeMap<>();
    private final List<Below> below = new ArrayList<>();
    /** How many times as large as usual text is: widths are meant for the usual one. */
    private double letters = 1;

    public SpreadRow(String style, List<SpreadCell> cells) {
        spreads.put(0.0, List.copyOf(cells));
        getStyleClass().add(style);
        cells.forEach(cell -> getChildren().add(cell.node()));
        getChildren().add(new FontProbe(this::write));
    }

    /** Rows that are at least as wide as this have their parts in these cells; a part that has none is out of sight. */
    public SpreadRow wide(double from, List<SpreadCell> spread) {
        spreads.put(from, List.copyOf(spread));
        spread.stream().map(SpreadCell::node).filter(node -> !getChildren().contains(node)).forEach(getChildren()::add);
        return this;
    }

    /**
     * Something under the cells.
     *
     * @param until a row as wide as this leaves it out
     */
    private record Below(Node node, double until) {}

    /** Puts something under the cells and what is there already, from the second on as wide as all of them. */
    public SpreadRow over(Node words) {
        return over(words, Double.POSITIVE_INFINITY);
    }

    /** The same, for rows that are narrower: there it stands for cells that are left out. */
    public SpreadRow over(Node words, double until) {
        below.add(new Below(words, until));
        getChildren().add(words);
        return this;
    }

    private void write(double size) {
        letters = size;
        requestLayout();
    }

    private double basis(SpreadCell cell) {
        return cell.basis() * letters;
    }

    /** A cell with its room. */
    private record PlacedCell(SpreadCell cell, double x, double width) {}

    @Override
    protected void layoutChildren() {
        var insets = getInsets();
        double height = getHeight() - insets.getTop() - insets.getBottom() - under(getWidth());
        var placedNow = placed(getWidth());
        var shown = placedNow.stream().map(placed -> placed.cell().node()).collect(Collectors.toSet());
        spreads.values().stream().flatMap(List::stream).map(SpreadCell::node)
                .forEach(node -> node.setVisible(shown.contains(node)));
        for (var placed : placedNow) {
            layoutInArea(placed.cell().node(), placed.x(), insets.getTop(), placed.width(), height, 0,
                    placed.cell().alignment(), VPos.CENTER);
        }
        var room = room(getWidth());
        double top = insets.getTop() + height;
        for (var each : below) {
            double under = under(each, getWidth());
            each.node().setVisible(under > 0);
            layoutInArea(each.node(), room.x(), top + LINES, room.width(), Math.max(0, under - LINES), 0, HPos.LEFT,
                    VPos.TOP);
            top += under;
        }
    }

    /** Where there is room under the cells: beside the first. */
    private PlacedCell room(double all) {
        var second = placed(all).get(1);
        return new PlacedCell(second.cell(), second.x(), Math.max(0, all - getInsets().getRight() - second.x()));
    }

    private double under(double all) {
        return below.stream().mapToDouble(each -> under(each, all)).sum();
    }

    private double under(Below each, double all) {
        if (all >= each.until() * letters) {
            return 0;
        }
        double width = room(all).width();
        return snapSizeY(Math.min(each.node().prefHeight(width), each.node().maxHeight(width))) + LINES;
    }

    private List<PlacedCell> placed(double all) {
        var insets = getInsets();
        var placed = spreads.floorEntry(Math.max(0, all / letters)).getValue().stream()
                .filter(cell -> cell.least() * letters <= all).toList();
        double bases = placed.stream().mapToDouble(this::basis).sum();
        double weights = placed.stream().mapToDouble(SpreadCell::weight).sum();
        double spare = all - insets.getLeft() - insets.getRight() - (placed.size() - 1) * GAP - bases;
        // Where much is missing all give way, so that none goes altogether.
        boolean tight = placed.stream().anyMatch(
                cell -> cell.weight() > 0 && basis(cell) + spare * cell.weight() / weights < basis(cell) / 2);
        double x = insets.getLeft();
        var rooms = new ArrayList<PlacedCell>();
        for (var cell : placed) {
            double share = tight ? basis(cell) / bases : weights == 0 ? 0 : cell.weight() / weights;
            double width = Math.max(0, basis(cell) + spare * share);
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
        return snappedTopInset() + snappedBottomInset() + snapSizeY(placed(width).stream()
                .mapToDouble(placed -> placed.cell().node().prefHeight(placed.width())).max().orElse(0)) + under(width);
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
