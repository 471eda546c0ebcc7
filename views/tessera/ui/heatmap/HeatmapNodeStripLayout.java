package tessera.ui.heatmap;

import java.util.List;
import java.util.stream.Collectors;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapLayout.GutterMark;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;

/**
 * Lays nodes out as strips, row below row: every zone begins one, and all full rows of a group are equally long.
 *
 * @param positions where nodes' places are put
 * @param marks  where what stands beside the rows is put
 */
record HeatmapNodeStripLayout(HeatmapZoom zoom, List<NodeCardPosition> positions, List<GutterMark> marks) {

    /** Height of the letters in the gutter, with the space between two lines of them. */
    private static final double LETTERS = 12;
    /** By so much cells may be wider than their height asks for. */
    private static final double WIDER = 2;
    /** So much sets nodes apart where their cells are wider than they would have to be. */
    private static final double BETWEEN = 2;

    private double stripWidth(NodeCardGroup group) {
        return Math.max(1, HeatmapLayout.mostTiles(group)) * zoom.tile();
    }

    /** Returns the largest number of strips that fit in a row. */
    int mostPerRow(NodeCardGroup group, double span) {
        return Math.max(1, (int) ((span - HeatmapLayout.GUTTER + zoom.aisle()) / (stripWidth(group) + zoom.aisle())));
    }

    /** Returns the number of strips per row that fills the rows of all zones best. */
    private int evenRowLength(NodeCardGroup group, double span) {
        var zones = group.cards().stream()
                .collect(Collectors.groupingBy(NodeCardState::zone, Collectors.summingInt(card -> 1)));
        return EvenSpaceDivision.evenRowLength(zones.values(), mostPerRow(group, span));
    }

    /**
     * Cell and gap sizes of a group's nodes, widened as far as a full row leaves room.
     *
     * @param cellWidth of a GPU
     * @param nodeWidth from one node to the next
     */
    private record StripCellSizes(int inRow, double cellWidth, double nodeWidth) {}

    private StripCellSizes cellSizes(NodeCardGroup group, double span) {
        int inRow = evenRowLength(group, span);
        int gpus = Math.max(1, HeatmapLayout.mostTiles(group));
        int longest = group.cards().stream().collect(Collectors.groupingBy(NodeCardState::zone, Collectors.counting()))
                .values()
                .stream().mapToInt(Long::intValue).max().orElse(1);
        double gap = Math.min(zoom.aisle(), BETWEEN);
        double room = (span - HeatmapLayout.GUTTER + zoom.aisle()) / Math.min(inRow, longest);
        double widest = gpus * (zoom.tile() + WIDER) + 2 * zoom.aisle();
        double node = Math.min(room, Math.max(widest, gpus * zoom.tile() + zoom.aisle()));
        double cell = Math.max(zoom.tile(), Math.min(zoom.tile() + WIDER, Math.floor((node - gap) / gpus)));
        return new StripCellSizes(inRow, cell, node);
    }

    /** Lays a group out and returns the bottom of it. */
    double layOutGroup(NodeCardGroup group, int index, double x, double top, double span) {
        var stripCellSizes = cellSizes(group, span);
        int digits = group.cards().stream().mapToInt(card -> trailingNumber(card.node().name()).length()).max()
                .orElse(0);
        double y = top;
        double zoneTop = top;
        int column = 0;
        var zone = group.cards().getFirst().zone();
        addGutterMark(new GutterMark(zone, paddedNumber(group.cards().getFirst(), digits), x, y, zoom.height()));
        for (var card : group.cards()) {
            boolean newZone = !card.zone().equals(zone);
            if (column == stripCellSizes.inRow() || newZone) {
                y = newZone ? Math.max(y + rowPitch() + zoom.aisle(), zoneTop + LETTERS) : y + rowPitch();
                column = 0;
                zoneTop = newZone ? y : zoneTop;
                addGutterMark(
                        new GutterMark(newZone ? card.zone() : "", paddedNumber(card, digits), x, y, zoom.height()));
            }
            zone = card.zone();
            positions.add(
                    new NodeCardPosition(card, index,
                            Math.rint(x + HeatmapLayout.GUTTER + column * stripCellSizes.nodeWidth()), y,
                            Math.max(1, card.tiles().size()) * stripCellSizes.cellWidth(), zoom.height()));
            column++;
        }
        return y + zoom.height();
    }

    private double rowPitch() {
        return zoom.height() + Math.max(1, zoom.aisle());
    }

    /** Adds a row's mark; rows are numbered as far as the letters leave room, about every second one. */
    private void addGutterMark(GutterMark mark) {
        var above = marks.isEmpty() ? null : marks.getLast();
        boolean room = above == null || above.x() != mark.x() || mark.y() < above.y()
                || mark.y() - above.y() >= 1.6 * LETTERS;
        if (room || !mark.zone().isEmpty()) {
            marks.add(mark);
        }
    }

    /** Returns a node's number padded to a common length, so that digits align like line numbers. */
    private static String paddedNumber(NodeCardState card, int digits) {
        var number = trailingNumber(card.node().name());
        return number.isEmpty() ? "" : "0".repeat(digits - number.length()) + number;
    }

    private static String trailingNumber(String name) {
        int start = name.length();
        while (start > 0 && Character.isDigit(name.charAt(start - 1))) {
            start--;
        }
        return name.substring(start);
    }
}
