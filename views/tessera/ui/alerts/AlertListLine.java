package tessera.ui.alerts;

import java.util.List;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.text.MessageCatalog;
import tessera.ui.kit.StatusGlyph;

/** A line of the alerts screen. */
sealed interface AlertListLine {

    MessageCatalog MESSAGES = MessageCatalog.of(AlertListLine.class);

    /** Returns the key that distinguishes the line, stable while it exists. */
    String key();

    /** The heading of a group, e.g. {@code 2 critical}. */
    record AlertListHeading(StatusGlyph glyph, String title, String detail) implements AlertListLine {
        @Override
        public String key() {
            return "heading " + glyph + " " + detail;
        }
    }

    /**
     * A single alert in short.
     *
     * @param value  the number it is about; empty when it is about none
     * @param limit  what the number is held against; empty when there is none
     * @param status what became of it
     * @param age    for how long it has been wrong
     * @param silenced  whether the user does not want to be told
     * @param expanded whether everything is told below it
     */
    record SingleAlertLine(Alert alert, String value, String limit, AlertStatusText status, String age,
            boolean silenced, boolean expanded) implements AlertListLine {

        @Override
        public String key() {
            return AlertListLine.alertKey(alert);
        }

        StatusGlyph glyph() {
            return StatusGlyph.forSeverity(alert.severity());
        }
    }

    /**
     * Several alerts in one row, about one problem or about many similar ones.
     *
     * @param worst    the one that is furthest from right
     * @param sentence what is wrong, and where
     * @param detail   more of it
     * @param fromPrometheus  whether a Prometheus tells of it
     * @param expanded   whether each is told below it
     * @param key      what names it
     */
    record AlertGroupLine(SingleAlertLine worst, String sentence, String detail, boolean fromPrometheus,
            boolean expanded, String key) implements AlertListLine {}

    /**
     * The status of an alert as text.
     *
     * @param detail what follows from it, e.g. {@code fires in 4 min}; may be empty
     */
    record AlertStatusText(StatusGlyph glyph, String text, String detail) {}

    /**
     * The details of the alert above it.
     *
     * @param facts what is known, one a line
     * @param rule  which rule it is, and what it asks
     * @param silenced whether the user does not want to be told
     */
    record AlertDetailLine(Alert alert, List<String> facts, String rule, boolean silenced) implements AlertListLine {

        public AlertDetailLine {
            facts = List.copyOf(facts);
        }

        @Override
        public String key() {
            return "detail " + AlertListLine.alertKey(alert);
        }

        /** Returns whether the alert can be silenced. */
        boolean canBeSilenced() {
            return alert.isActive() && !PrometheusAlertSnapshot.isPrometheusAlert(alert);
        }
    }

    /** Returns the key of an alert while it lasts, and another once it is over. */
    static String alertKey(Alert alert) {
        return alert.ruleId() + " " + alert.subject() + " " + alert.times().endedAt();
    }

    /** Returns the severity as text, for example {@code critical}. */
    static String severityText(AlertOrFindingSeverity alertOrFindingSeverity) {
        return switch (alertOrFindingSeverity) {
            case CRITICAL -> MESSAGES.text("severity.critical");
            case WARNING -> MESSAGES.text("severity.warning");
            case INFO -> MESSAGES.text("severity.info");
        };
    }
}
