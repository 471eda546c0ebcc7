package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Picker.Choice;

/**
 * What the Metrics screen shows.
 *
 * @param notice  what is said in place of the charts; empty while there are any
 * @param node    whose devices are shown
 * @param product what these are, e.g. {@code 8 × H100 SXM 80 GB}
 * @param nodes   to choose from
 * @param chart   what is drawn
 */
record MetricsState(Optional<Notice> notice, String node, String product, List<Choice> nodes, Chart chart) {

    /** Everything that is drawn, over one time axis. */
    record Chart(Frame frame, boolean zoomed, Optional<Instant> begin, List<Line> lines, List<Panel> panels,
            List<Gap> gaps, Duration apart, int leftOut) {

        Chart {
            lines = List.copyOf(lines);
            panels = List.copyOf(panels);
            gaps = List.copyOf(gaps);
        }

        static Chart empty(Frame frame) {
            return new Chart(frame, false, Optional.empty(), List.of(), List.of(), List.of(), Duration.ZERO, 0);
        }

        /** A sentence on where the history begins, while that is in sight. */
        boolean beginsInSight() {
            return begin.filter(moment -> moment.isAfter(frame.from().plus(apart))).isPresent();
        }
    }

    MetricsState {
        nodes = List.copyOf(nodes);
    }
}
