package tessera.ui.heatmap;

import java.util.List;

/**
 * Size at which the heatmap is drawn: card form, tile size, gaps.
 *
 * @param form   what a node looks like
 * @param tile   width of a GPU's cell; for cards it follows from the card
 * @param height height of a GPU's cell
 * @param spacing    between GPUs
 * @param aisle  between nodes
 */
public record HeatmapZoom(HeatmapNodeShape form, double tile, double height, double spacing, double aisle) {

    /** Forms of a node in the heatmap. */
    public enum HeatmapNodeShape {
        CARD(10, 0),
        COMPACT(5, 0),
        STRIP(5, 1.5);

        private final double bottomPadding;
        private final double frameGap;

        HeatmapNodeShape(double bottomPadding, double frameGap) {
            this.bottomPadding = bottomPadding;
            this.frameGap = frameGap;
        }

        /** Returns the room below the tiles. */
        double bottomPadding() {
            return bottomPadding;
        }

        /** Returns the distance of the frame around a marked node. */
        double frameGap() {
            return frameGap;
        }
    }

    /** From the largest to the smallest. */
    public static final List<HeatmapZoom> LEVELS = List.of(new HeatmapZoom(HeatmapNodeShape.CARD, 0, 64, 2, 12),
            new HeatmapZoom(HeatmapNodeShape.CARD, 0, 56, 2, 12), new HeatmapZoom(HeatmapNodeShape.CARD, 0, 48, 2, 12),
            new HeatmapZoom(HeatmapNodeShape.CARD, 0, 40, 2, 12), new HeatmapZoom(HeatmapNodeShape.CARD, 0, 32, 2, 12),
            new HeatmapZoom(HeatmapNodeShape.COMPACT, 6, 18, 1, 6),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 10, 26, 0, 5), new HeatmapZoom(HeatmapNodeShape.STRIP, 9, 24, 0, 5),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 8, 22, 0, 5), new HeatmapZoom(HeatmapNodeShape.STRIP, 8, 18, 0, 4),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 7, 18, 0, 4), new HeatmapZoom(HeatmapNodeShape.STRIP, 7, 15, 0, 4),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 6, 15, 0, 4), new HeatmapZoom(HeatmapNodeShape.STRIP, 6, 13, 0, 4),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 5, 13, 0, 4), new HeatmapZoom(HeatmapNodeShape.STRIP, 5, 11, 0, 3),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 5, 9, 0, 3), new HeatmapZoom(HeatmapNodeShape.STRIP, 4, 11, 0, 3),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 4, 10, 0, 3), new HeatmapZoom(HeatmapNodeShape.STRIP, 4, 9, 0, 3),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 4, 8, 0, 3), new HeatmapZoom(HeatmapNodeShape.STRIP, 3, 10, 0, 3),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 3, 8, 0, 3), new HeatmapZoom(HeatmapNodeShape.STRIP, 3, 6, 0, 2),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 2, 6, 0, 2), new HeatmapZoom(HeatmapNodeShape.STRIP, 2, 4, 0, 1),
            new HeatmapZoom(HeatmapNodeShape.STRIP, 1, 4, 0, 1), new HeatmapZoom(HeatmapNodeShape.STRIP, 1, 2, 0, 1));

    static final int LAST_CARD = 4;
    static final int COMPACT_LEVEL = 5;
    static final int FIRST_STRIP = 6;
    private static final int MOST_CARDS = 60;
    private static final int MOST_COMPACT = 600;

    /** Returns the same zoom with cells of another height. */
    HeatmapZoom withHeight(double other) {
        return new HeatmapZoom(form, tile, other, spacing, aisle);
    }

    /** Returns the largest level that may be tried for a number of nodes. */
    static int largestLevel(int nodes) {
        if (nodes <= MOST_CARDS) {
            return 0;
        }
        return nodes <= MOST_COMPACT ? COMPACT_LEVEL : FIRST_STRIP;
    }
}
