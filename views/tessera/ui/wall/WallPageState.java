package tessera.ui.wall;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.FixedStepSeries;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.fleet.FleetScreenState;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;

/** State of a wall page. */
sealed interface WallPageState {

    MessageCatalog MESSAGES = MessageCatalog.of(WallPageState.class);

    /**
     * Reason why there is nothing to show.
     *
     * @param onAllPages whether all pages of the cluster say the same
     */
    record EmptyWallState(EmptyScreenNotice notice, boolean onAllPages) implements WallPageState {}

    /** The fleet as a heatmap. */
    record HeatmapWallState(FleetScreenState fleet) implements WallPageState {}

    /**
     * Numbers and their history.
     *
     * @param isPending whether more of the past is being asked for
     */
    record TrendsWallState(List<TrendTileState> tiles, boolean isPending) implements WallPageState {
        public TrendsWallState {
            tiles = List.copyOf(tiles);
        }
    }

    /**
     * Number and its history.
     *
     * @param unit   after the number, smaller
     * @param detail a line below; may be empty
     * @param span   how far back the line reaches
     * @param glyph   what warns before the title; null while all is well
     */
    record TrendTileState(FleetTotalKind kind, String title, String number, String unit, String detail,
            WallTrendLineState line, String span, @Nullable StatusGlyph glyph) {

        /** Returns a note on the line; empty where it covers the same GPUs throughout. */
        String noteText() {
            return line.isVisible() && line.isPartial() ? MESSAGES.text("trend.partial") : "";
        }
    }

    /**
     * Line of a trend.
     *
     * @param low     what is drawn at the lower edge
     * @param high    what is drawn at the upper edge
     * @param missing how many GPUs were there and in none of the numbers, step by step, and were so in others; empty where that is
     *                nothing to them
     */
    record WallTrendLineState(FixedStepSeries series, double low, double high, FixedStepSeries missing) {

        /** A part of a line this many times shorter than all of it is not told from a dot. */
        private static final int SEEN = 60;

        WallTrendLineState(FixedStepSeries series, double low, double high) {
            this(series, low, high, new FixedStepSeries(series.startTime(), series.step(), new float[0]));
        }

        /** Returns whether other numbers at this place cover GPUs that this one lacks, so that they do not match. */
        boolean isPartial(int position) {
            return position < missing.size() && missing.valueAt(position) > 0;
        }

        /** Returns whether enough of the line is partial to be visible from afar. */
        boolean isPartial() {
            int partial = 0;
            for (int position = 0; position < series.size(); position++) {
                partial += !Float.isNaN(series.valueAt(position)) && isPartial(position) ? 1 : 0;
            }
            return partial * SEEN > series.size();
        }

        /** Returns whether more of the line is visible than a dot. */
        boolean isVisible() {
            int known = 0;
            for (int position = 0; position < series.size(); position++) {
                known += Float.isNaN(series.valueAt(position)) ? 0 : 1;
            }
            return known > FleetTotalsHistory.VISIBLE.dividedBy(FleetTotalsHistory.STEP);
        }
    }

    /**
     * Firing alerts.
     *
     * @param title e.g. {@code 3 alerts}
     * @param emptyText what is said where there are none
     */
    record AlertsWallState(String title, List<WallAlertSummary.WallAlertSummaryLine> lines, String emptyText,
            String coverage) implements WallPageState {
        public AlertsWallState {
            lines = List.copyOf(lines);
        }
    }

    /** Pending pods, and idle allocations. */
    record PendingPodsWallState(WallPageHalfState pending, WallPageHalfState halfState) implements WallPageState {}

    /**
     * One half of a page.
     *
     * @param emptyText what is said where there are no rows
     */
    record WallPageHalfState(StatusGlyph glyph, String title, String detail, List<WallListRowState> rows,
            String emptyText) {
        public WallPageHalfState {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One line of a list: subject, place or reason, duration.
     *
     * @param count how many it stands for
     */
    record WallListRowState(String title, String detail, String age, int count) {}
}
