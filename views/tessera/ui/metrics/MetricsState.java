package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.metrics.ChartOffers.ChartOffer;
import tessera.ui.metrics.PrometheusArchive.ArchiveRequest;

/**
 * What the Metrics screen shows.
 *
 * @param notice  what is said in place of the charts; empty while there are any
 * @param asked   what was to be charted
 * @param shown   what is charted
 * @param caption what that is called
 * @param offers  to choose from; empty while nobody wants to
 * @param chart   what is drawn
 * @param origin  where that comes from
 * @param wanted  what has to be asked for to fill the time in sight; empty where nothing has
 */
record MetricsState(Optional<ScreenNotice> notice, ChartSelection asked, ChartSelection shown, ChartCaption caption,
        List<ChartOffer> offers,
        Chart chart,
        ChartOrigin origin, Optional<ArchiveRequest> wanted) {

    /** Everything that is drawn, over one time axis. */
    record Chart(TimeFrame frame, boolean zoomed, Optional<Instant> begin, List<ChartLine> lines,
            List<ChartPanel> panels,
            List<MeasurementGap> gaps, Duration apart, int leftOut, String beginning) {

        /** What is said where the history begins; takes the time. */
        static final String GROWS = "History begins %s; it grows while this window is open";

        Chart {
            lines = List.copyOf(lines);
            panels = List.copyOf(panels);
            gaps = List.copyOf(gaps);
        }

        static Chart empty(TimeFrame frame) {
            return new Chart(frame, false, Optional.empty(), List.of(), List.of(), List.of(), Duration.ZERO, 0,
                    GROWS);
        }

        /** What of it lies in another time, until there is an answer for that. */
        Chart within(TimeFrame other, boolean chosen) {
            return new Chart(other, chosen, begin, lines, panels.stream().map(panel -> panel.within(other)).toList(),
                    gaps,
                    apart, leftOut, beginning);
        }

        /** A sentence on where the history begins, while that is in sight. */
        boolean beginsInSight() {
            return begin.filter(moment -> moment.isAfter(frame.from().plus(apart))).isPresent();
        }
    }

    /** Nothing but a notice. */
    static MetricsState of(ScreenNotice notice, TimeFrame frame, PrometheusArchive archive) {
        return new MetricsState(Optional.of(notice), ChartSelection.NONE, ChartSelection.NONE, ChartCaption.NONE,
                List.of(),
                Chart.empty(frame),
                new ChartOrigin(archive, Duration.ZERO, Optional.empty()), Optional.empty());
    }

    MetricsState {
        offers = List.copyOf(offers);
    }
}
