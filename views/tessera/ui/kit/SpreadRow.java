package tessera.ui.kit;

import java.util.List;
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
    public record Cell(Node node, double basis, double weight, HPos alignment, double least) {

        /** A cell that every row has a place for. */
        public Cell(Node node, double basis, double weight, HPos alignment) {
            this(node, basis, weight, alignment, 0);
        }

        /** A cell that takes the room of two neighbours of other rows. */
        public Cell joined(double otherBasis, double otherWeight) {
            return new Cell(node, basis + GAP + otherBasis, weight + otherWeight, alignment, least);
        }
    }

    private final List<Cell> cells;

    public SpreadRow(String style, List<Cell> cells) {
        this.cells = List.copyOf(cells);
        getStyleClass().add(style);
        cells.forEach(cell -> getChildren().add(cell.node()));
    }

    @Override
    protected void layoutChildren() {
        var insets = getInsets();
        double height = getHeight() - insets.getTop() - insets.getBottom();
        cells.stream().filter(cell -> cell.least() > 0)
                .forEach(cell -> cell.node().setVisible(getWidth() >= cell.least()));
        var placed = cells.stream().filter(cell -> cell.node().isVisible()).toList();
        double bases = placed.stream().mapToDouble(Cell::basis).sum();
        double weights = placed.stream().mapToDouble(Cell::weight).sum();
        double spare = getWidth() - insets.getLeft() - insets.getRight() - (placed.size() - 1) * GAP - bases;
        // Where much is missing all give way, so that none goes altogether.
        boolean tight = placed.stream().anyMatch(
                cell -> cell.weight() > 0 && cell.basis() + spare * cell.weight() / weights < cell.basis() / 2);
        double x = insets.getLeft();
        for (var cell : placed) {
            double share = tight ? cell.basis() / bases : weights == 0 ? 0 : cell.weight() / weights;
            double width = Math.max(0, cell.basis() + spare * share);
            layoutInArea(cell.node(), x, insets.getTop(), width, height, 0, cell.alignment(), VPos.CENTER);
            x += width + GAP;
        }
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
