package tessera.ui.wall;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.StepSeries;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.fleet.FleetState;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.FleetTotals.TotalQuantity;

/** What a page of a wall shows. */
sealed interface WallState {

    /**
     * Why there is nothing to show.
     *
     * @param everywhere whether all pages of the cluster say the same
     */
    record SilentWall(ScreenNotice notice, boolean everywhere) implements WallState {}

    /** The fleet as a mosaic. */
    record Mosaic(FleetState fleet) implements WallState {}

    /**
     * Numbers, and how they came to be.
     *
     * @param awaited whether more of the past is being asked for
     */
    record Trends(List<Tile> tiles, boolean awaited) implements WallState {
        public Trends {
            tiles = List.copyOf(tiles);
        }
    }

    /**
     * A number, and how it came to be.
     *
     * @param unit   after the number, smaller
     * @param detail a line below; may be empty
     * @param span   how far back the line reaches
     * @param sign   what warns before the title; null while all is well
     */
    record Tile(TotalQuantity quantity, String title, String number, String unit, String detail, WallLine line,
            String span,
            @Nullable StatusGlyph sign) {

        /** What has to be known of the line; empty where it is drawn of the same GPUs throughout. */
        String note() {
            return line.visible() && line.partial() ? "dashed: some GPUs missing" : "";
        }
    }

    /**
     * A line to be drawn.
     *
     * @param low     what is drawn at the lower edge
     * @param high    what is drawn at the upper edge
     * @param missing how many GPUs were there and in none of the numbers, step by step, and were so in others; empty where that is
     *                nothing to them
     */
    record WallLine(StepSeries series, double low, double high, StepSeries missing) {

        /** A part of a line this many times shorter than all of it is not told from a dot. */
        private static final int SEEN = 60;

        WallLine(StepSeries series, double low, double high) {
            this(series, low, high, new StepSeries(series.start(), series.step(), new float[0]));
        }

        /** Whether GPUs that were there are in other numbers of the line and not in this, so that it is no match for them. */
        boolean partial(int place) {
            return place < missing.size() && missing.value(place) > 0;
        }

        /** Whether that is so of so much of the line that it is seen from afar. */
        boolean partial() {
            int partial = 0;
            for (int place = 0; place < series.size(); place++) {
                partial += !Float.isNaN(series.value(place)) && partial(place) ? 1 : 0;
            }
            return partial * SEEN > series.size();
        }

        /** Whether there is more to be seen of it than a dot. */
        boolean visible() {
            int known = 0;
            for (int place = 0; place < series.size(); place++) {
                known += Float.isNaN(series.value(place)) ? 0 : 1;
            }
            return known > TotalsPast.VISIBLE.dividedBy(TotalsPast.STEP);
        }
    }

    /**
     * What fires.
     *
     * @param title e.g. {@code 3 alerts}
     * @param empty what is said where there are none
     */
    record Alerts(String title, List<AlertBrief.BriefLine> lines, String empty, String coverage) implements WallState {
        public Alerts {
            lines = List.copyOf(lines);
        }
    }

    /** Who waits, and what is held for nothing. */
    record WaitingWall(WallColumn pending, WallColumn idle) implements WallState {}

    /**
     * One half of a page.
     *
     * @param empty what is said where there are no rows
     */
    record WallColumn(StatusGlyph sign, String title, String detail, List<WallRow> rows, String empty) {
        public WallColumn {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One line of a list: what, where or why, how long.
     *
     * @param count how many it stands for
     */
    record WallRow(String title, String detail, String age, int count) {}
}
