package tessera.ui.alerts;

import java.util.List;
import tessera.alerts.Alert;
import tessera.alerts.Severity;
import tessera.ui.kit.StatusGlyph;

/** One line of the alerts screen. */
sealed interface AlertLine {

    /** What tells it from other lines, the same for as long as it is there. */
    String key();

    /** Begins a group, e.g. {@code 2 critical}. */
    record GroupHeading(StatusGlyph sign, String title, String detail) implements AlertLine {
        @Override
        public String key() {
            return "heading " + sign + " " + detail;
        }
    }

    /**
     * One alert in short.
     *
     * @param value  the number it is about; empty when it is about none
     * @param limit  what the number is held against; empty when there is none
     * @param status what became of it
     * @param age    for how long it has been wrong
     * @param quiet  whether the user does not want to be told
     * @param opened whether everything is told below it
     */
    record AlertEntry(Alert alert, String value, String limit, AlertStatus status, String age, boolean quiet,
            boolean opened)
            implements
                AlertLine {

        @Override
        public String key() {
            return AlertLine.key(alert);
        }

        StatusGlyph sign() {
            return AlertLine.sign(alert.severity());
        }
    }

    /**
     * Several alerts in one row: about one thing, or about many of which the same is wrong.
     *
     * @param worst    the one that is furthest from right
     * @param sentence what is wrong, and where
     * @param detail   more of it
     * @param foreign  whether a Prometheus tells of it
     * @param opened   whether each is told below it
     * @param key      what names it
     */
    record Bundle(AlertEntry worst, String sentence, String detail, boolean foreign, boolean opened, String key)
            implements
                AlertLine {}

    /**
     * What became of an alert, in words.
     *
     * @param detail what follows from it, e.g. {@code fires in 4 min}; may be empty
     */
    record AlertStatus(StatusGlyph sign, String words, String detail) {}

    /**
     * Everything about the alert above it.
     *
     * @param facts what is known, one a line
     * @param rule  which rule it is, and what it asks
     * @param quiet whether the user does not want to be told
     */
    record AlertDetail(Alert alert, List<String> facts, String rule, boolean quiet) implements AlertLine {

        public AlertDetail {
            facts = List.copyOf(facts);
        }

        @Override
        public String key() {
            return "detail " + AlertLine.key(alert);
        }

        /** Whether there is something to be silenced. */
        boolean lasts() {
            return alert.active() && !PrometheusAlert.is(alert);
        }
    }

    /** What names an alert for as long as it lasts, and another name once it is over. */
    static String key(Alert alert) {
        return alert.rule() + " " + alert.subject() + " " + alert.times().ended();
    }

    /** Each severity has an outline of its own. */
    static StatusGlyph sign(Severity severity) {
        return switch (severity) {
            case CRITICAL -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case INFO -> StatusGlyph.INFO;
        };
    }

    /** For example {@code critical}. */
    static String words(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "critical";
            case WARNING -> "warning";
            case INFO -> "for information";
        };
    }
}
