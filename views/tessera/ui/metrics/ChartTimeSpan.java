package tessera.ui.metrics;

import java.time.Duration;
import java.util.List;

/** The time spans that charts can show. */
enum ChartTimeSpan {
    QUARTER("15 min", Duration.ofMinutes(15)),
    HOUR("1 h", Duration.ofHours(1)),
    THREE_HOURS("3 h", Duration.ofHours(3)),
    SIX_HOURS("6 h", Duration.ofHours(6)),
    DAY("24 h", Duration.ofDays(1)),
    WEEK("7 d", Duration.ofDays(7));

    /** Further back than this nobody pans. */
    static final Duration REMEMBERED = Duration.ofDays(31);

    static final List<ChartTimeSpan> ALL = List.of(values());
    /** Those that only a Prometheus remembers. */
    static final List<ChartTimeSpan> LONG = List.of(DAY, WEEK);

    private final String title;
    private final Duration length;

    ChartTimeSpan(String title, Duration length) {
        this.title = title;
        this.length = length;
    }

    String title() {
        return title;
    }

    Duration length() {
        return length;
    }
}
