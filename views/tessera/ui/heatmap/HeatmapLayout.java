package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;

/**
 * Positions of all items of a heatmap. A pure function of groups, size and zoom: nodes keep their places for as long as
 * these stay the same.
 */
public final class HeatmapLayout {

    static final double HEADING = 28;
    static final double GROUP_GAP = 8;
    /** Of a card, what is not tiles: padding, name, and the space between. */
    static final double CARD_FRAME = 42;
    static final double COMPACT_HEIGHT = 40;
    static final double GUTTER = 46;

    private static final double AISLE = 28;
    /** The least width of a pane, where nothing else is said. */
    static final double PANE = 430;
    /** As many panes as lie side by side in a window of the usual width. */
    private static final int USUAL_PANES = 2;
    private static final int SLOTS = 2;
    /** How high a tile may become where there is room, and by how much less is tried next. */
    private static final double TALLEST = 128;
    private static final double STEP = 8;
    private static final double CARD_PADDING = 24;
    /** Of a card that has a slot to itself. */
    private static final int MOST_TILES = 8;
    private static final double SLOT_GAP = 12;
    private static final double ROW_GAP = 8;
    private static final double COMPACT_WIDTH = 78;
    private static final int FEW_TILES = 4;
    private static final int FEW_ROWS = 6;

    /** Position of a node's card. */
    public record NodeCardPosition(NodeCardState card, int group, double x, double y, double width, double height) {

        /** Returns whether another state of the same node would have the same position. */
        boolean hasSamePlacement(NodeCardState other, int inGroup) {
            return inGroup == group && other.node().name().equals(card.node().name())
                    && other.tiles().size() == card.tiles().size() && other.zone().equals(card.zone());
        }

        NodeCardPosition withCard(NodeCardState other) {
            return new NodeCardPosition(other, group, x, y, width, height);
        }

        boolean contains(double px, double py) {
            return px >= x && px < x + width && py >= y && py < y + height;
        }
    }

    /** Position of a heading. */
    public record GroupHeadingPosition(NodeCardGroup group, double x, double y, double width) {}

    /** Mark in the gutter beside a row of strips. */
    public record GutterMark(String zone, String number, double x, double y, double height) {}

    private final HeatmapZoom zoom;
    private final double width;
    private final double leastPane;
    private final List<NodeCardPosition> positions = new ArrayList<>();
    private final List<GroupHeadingPosition> headings = new ArrayList<>();
    private final List<GutterMark> marks = new ArrayList<>();
    private final HeatmapNodeStripLayout rows;
    private double bottom;

    private HeatmapLayout(double width, double leastPane, HeatmapZoom zoom) {
        this.zoom = zoom;
        this.width = width;
        this.leastPane = leastPane;
        rows = new HeatmapNodeStripLayout(zoom, positions, marks);
    }

    static HeatmapLayout of(List<NodeCardGroup> groups, double width, HeatmapZoom zoom) {
        return of(groups, width, PANE, zoom);
    }

    /** @param leastPane how narrow a pane may be */
    static HeatmapLayout of(List<NodeCardGroup> groups, double width, double leastPane, HeatmapZoom zoom) {
        var layout = new HeatmapLayout(Math.max(width, 100), leastPane, zoom);
        layout.arrangeGroups(groups);
        return layout;
    }

    /** Returns the level at which the whole heatmap is visible, or the largest allowed where even that is too much. */
    static int fittingLevel(List<NodeCardGroup> groups, double width, double height) {
        int nodes = groups.stream().mapToInt(group -> group.cards().size()).sum();
        int level = HeatmapZoom.largestLevel(nodes);
        int last = level <= HeatmapZoom.LAST_CARD ? HeatmapZoom.LAST_CARD : HeatmapZoom.LEVELS.size() - 1;
        if (level == HeatmapZoom.COMPACT_LEVEL) {
            return level;
        }
        while (level < last && of(groups, width, HeatmapZoom.LEVELS.get(level)).height() > height) {
            level++;
        }
        return level;
    }

    /** Lays the heatmap out as large as it is completely visible; in a wide window with wider panes and taller tiles. */
    static HeatmapLayout fitTo(List<NodeCardGroup> groups, double width, double height) {
        int level = fittingLevel(groups, width, height);
        var defaultLayout = of(groups, width, HeatmapZoom.LEVELS.get(level));
        int maximum = paneCount(width, PANE);
        for (int panes = 1; level == 0 && maximum > USUAL_PANES && panes <= maximum; panes++) {
            double pane = paneWidth(panes, Math.max(width, 100));
            double tile = (slotWidth(pane) - CARD_PADDING) / MOST_TILES;
            for (double high = Math.min(TALLEST, 2 * tile); high >= tile; high -= STEP) {
                var roomy = of(groups, width, pane, defaultLayout.zoom().withHeight(Math.floor(high)));
                if (high > defaultLayout.zoom().height() && roomy.height() + GROUP_GAP <= height) {
                    return roomy;
                }
            }
        }
        return defaultLayout;
    }

    /** Returns the same layout for changed groups of the same shape; empty for groups of another shape. */
    Optional<HeatmapLayout> withGroups(List<NodeCardGroup> groups) {
        if (groups.size() != headings.size()) {
            return Optional.empty();
        }
        var same = new HeatmapLayout(width, leastPane, zoom);
        int at = 0;
        for (int index = 0; index < groups.size(); index++) {
            var heading = headings.get(index);
            same.headings.add(new GroupHeadingPosition(groups.get(index), heading.x(), heading.y(), heading.width()));
            for (var card : groups.get(index).cards()) {
                if (at == positions.size() || !positions.get(at).hasSamePlacement(card, index)) {
                    return Optional.empty();
                }
                same.positions.add(positions.get(at++).withCard(card));
            }
        }
        same.marks.addAll(marks);
        same.bottom = bottom;
        if (at == positions.size()) {
            return Optional.of(same);
        }
        return Optional.empty();
    }

    HeatmapZoom zoom() {
        return zoom;
    }

    List<NodeCardPosition> positions() {
        return positions;
    }

    List<GroupHeadingPosition> headings() {
        return headings;
    }

    List<GutterMark> gutterMarks() {
        return marks;
    }

    double height() {
        return bottom;
    }

    private void arrangeGroups(List<NodeCardGroup> groups) {
        int panes = paneCount(width, leastPane);
        double pane = paneWidth(panes, width);
        var slots = groups.stream().map(group -> Math.min(panes * SLOTS, slotCount(group, pane))).toList();
        if (zoom.form() == HeatmapNodeShape.STRIP) {
            slots = EvenSpaceDivision.evenWidths(slots, panes * SLOTS);
        }
        double top = 0;
        double rowBottom = 0;
        int taken = 0;
        for (int index = 0; index < groups.size(); index++) {
            var group = groups.get(index);
            int wanted = slots.get(index);
            if (taken > 0 && taken + wanted > panes * SLOTS) {
                top = rowBottom + GROUP_GAP;
                taken = 0;
            }
            double x = slotStart(taken, pane);
            double span = slotStart(taken + wanted - 1, pane) + slotWidth(pane) - x;
            headings.add(new GroupHeadingPosition(group, x, top, span));
            double end = zoom.form() == HeatmapNodeShape.STRIP ? rows.layOutGroup(group, index, x, top + HEADING, span)
                    : layOutCards(group, index, new GroupColumnArea(taken, wanted, top + HEADING, pane));
            rowBottom = Math.max(rowBottom, end);
            taken += wanted;
        }
        bottom = rowBottom;
    }

    private static int paneCount(double width, double leastPane) {
        return Math.max(1, (int) ((width + AISLE) / (leastPane + AISLE)));
    }

    private static double paneWidth(int panes, double width) {
        return Math.floor((width - (panes - 1) * AISLE) / panes);
    }

    /** Returns the x position of a slot. A pane has two, with less space between them than there is between panes. */
    private double slotStart(int index, double pane) {
        int before = index / SLOTS;
        return before * (pane + AISLE) + index % SLOTS * (slotWidth(pane) + SLOT_GAP);
    }

    private static double slotWidth(double pane) {
        return Math.floor((pane - SLOT_GAP) / SLOTS);
    }

    private int slotCount(NodeCardGroup group, double pane) {
        if (zoom.form() == HeatmapNodeShape.STRIP) {
            int lines = EvenSpaceDivision.ceilingOf(group.cards().size(), rows.mostPerRow(group, pane));
            return lines <= FEW_ROWS ? SLOTS : Integer.MAX_VALUE;
        }
        return EvenSpaceDivision.ceilingOf(group.cards().size(), columnCount(group, slotWidth(pane)));
    }

    private record GroupColumnArea(int from, int slots, double y, double pane) {}

    private double layOutCards(NodeCardGroup group, int index, GroupColumnArea area) {
        double slotWidth = slotWidth(area.pane());
        int inSlot = columnCount(group, slotWidth);
        int inRow = inSlot * area.slots();
        double gap = zoom.aisle();
        double cardWidth = (slotWidth - (inSlot - 1) * gap) / inSlot;
        double cardHeight = zoom.form() == HeatmapNodeShape.CARD ? CARD_FRAME + zoom.height() : COMPACT_HEIGHT;
        for (int i = 0; i < group.cards().size(); i++) {
            int column = i % inRow;
            int slot = column / inSlot;
            int row = i / inRow;
            double x = slotStart(area.from() + slot, area.pane()) + column % inSlot * (cardWidth + gap);
            double y = area.y() + row * (cardHeight + ROW_GAP);
            positions.add(new NodeCardPosition(group.cards().get(i), index, x, y, cardWidth, cardHeight));
        }
        int rows = EvenSpaceDivision.ceilingOf(group.cards().size(), inRow);
        return area.y() + rows * cardHeight + (rows - 1) * ROW_GAP;
    }

    private int columnCount(NodeCardGroup group, double slotWidth) {
        if (zoom.form() == HeatmapNodeShape.COMPACT) {
            return Math.max(1, (int) ((slotWidth + zoom.aisle()) / (compactWidth(group) + zoom.aisle())));
        }
        return mostTiles(group) <= FEW_TILES ? 2 : 1;
    }

    private double compactWidth(NodeCardGroup group) {
        return Math.max(COMPACT_WIDTH, 12 + mostTiles(group) * (zoom.tile() + zoom.spacing()));
    }

    static int mostTiles(NodeCardGroup group) {
        return group.cards().stream().mapToInt(card -> card.tiles().size()).max().orElse(1);
    }

    /**
     * Lays nodes out as strips, row below row: every zone begins one, and all full rows of a group are equally long.
     *
     * @param positions where nodes' places are put
     * @param marks  where what stands beside the rows is put
     */
    private record HeatmapNodeStripLayout(HeatmapZoom zoom, List<NodeCardPosition> positions, List<GutterMark> marks) {

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
            return Math.max(1,
                    (int) ((span - HeatmapLayout.GUTTER + zoom.aisle()) / (stripWidth(group) + zoom.aisle())));
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
            int longest = group.cards().stream()
                    .collect(Collectors.groupingBy(NodeCardState::zone, Collectors.counting())).values().stream()
                    .mapToInt(Long::intValue).max().orElse(1);
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
                    y += rowPitch();
                    if (newZone) {
                        y = Math.max(y + zoom.aisle(), zoneTop + LETTERS);
                        zoneTop = y;
                    }
                    column = 0;
                    addGutterMark(new GutterMark(newZone ? card.zone() : "", paddedNumber(card, digits), x,
                            y, zoom.height()));
                }
                zone = card.zone();
                positions.add(new NodeCardPosition(card, index,
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
}
