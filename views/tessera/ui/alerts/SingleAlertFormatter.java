package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilence;
import tessera.alerts.AlertThreshold.ThresholdComparison;
import tessera.alerts.AlertValueUnit;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.AlertListLine.AlertStatusText;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.StatusGlyph;

/** Formats single alerts at one moment. */
record SingleAlertFormatter(AlertRules rules, JavaFxAlertFeed.FiringAlerts firingAlerts, Instant now) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SingleAlertFormatter.class);

    AlertListLine.SingleAlertLine alertEntry(Alert alert, boolean opened) {
        return new AlertListLine.SingleAlertLine(alert, valueText(alert), limitText(alert), statusOf(alert),
                ageText(alert.times()), isQuiet(alert), opened);
    }

    /** Returns the age as text, as a minimum for an alert that was present at the first reading. */
    String ageText(Alert.AlertTimes times) {
        var endTime = times.endedAt();
        return (times.predatesWatch() ? "≥ " : "")
                + AgeFormatter.brief(Duration.between(times.since(), Objects.requireNonNullElse(endTime, now)));
    }

    AlertListLine.AlertDetailLine alertDetail(Alert alert) {
        var facts = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            facts.add(MESSAGES.text("detail.usedBy", String.join(", ", alert.holders())));
        }
        var acknowledgement = firingAlerts.silences().acknowledgements().get(alert.key());
        if (acknowledgement != null) {
            facts.add(MESSAGES.text("detail.acknowledged", agoText(acknowledgement.acknowledgedAt())));
        }
        return new AlertListLine.AlertDetailLine(alert, facts, ruleText(alert), isQuiet(alert));
    }

    /** Returns whether a firing alert is silenced or acknowledged. */
    boolean isQuiet(Alert alert) {
        return alert.isActive() && firingAlerts.silences().isMuted(alert, firingAlerts.state().evaluatedAt());
    }

    private String valueText(Alert alert) {
        var alertValue = alert.measure();
        if (alertValue == null) {
            return "";
        }
        if (alert.state() != AlertState.RESOLVED) {
            return unitOf(alert).valueText(alertValue.value());
        }
        var peak = unitOf(alert).valueText(alertValue.peak());
        return peak.isEmpty() ? "" : MESSAGES.text("value.peak", peak);
    }

    private String limitText(Alert alert) {
        var alertValue = alert.measure();
        var limit = alertValue == null ? "" : unitOf(alert).valueText(alertValue.threshold());
        if (limit.isEmpty()) {
            return "";
        }
        boolean least = rules.findRule(alert.ruleId()).map(AlertRule::limit)
                .filter(rule -> rule.comparison() == ThresholdComparison.BELOW).isPresent();
        return MESSAGES.text(least ? "limit.least" : "limit.most", limit);
    }

    private AlertValueUnit unitOf(Alert alert) {
        return rules.findRule(alert.ruleId()).map(rule -> rule.signal().unit()).orElse(AlertValueUnit.COUNT);
    }

    private AlertStatusText statusOf(Alert alert) {
        var noData = Optional.ofNullable(alert.times().unknownSince())
                .map(since -> MESSAGES.text("status.noDataFor", agoText(since)));
        return switch (alert.state()) {
            case PENDING -> new AlertStatusText(StatusGlyph.WAITING, MESSAGES.text("group.pending"),
                    noData.orElseGet(() -> pendingText(alert)));
            case RESOLVED -> new AlertStatusText(StatusGlyph.READY, MESSAGES.text("group.resolved"),
                    alert.times().endedAt() == null ? ""
                            : MESSAGES.text("status.ago", agoText(alert.times().endedAt())));
            case UNKNOWN -> quietStatus(alert,
                    new AlertStatusText(StatusGlyph.UNREACHABLE, MESSAGES.text("status.unknown"), noData.orElse("")));
            case FIRING -> quietStatus(alert,
                    new AlertStatusText(StatusGlyph.forSeverity(alert.severity()), MESSAGES.text("status.firing"), ""));
        };
    }

    private AlertStatusText quietStatus(Alert alert, AlertStatusText loud) {
        var at = firingAlerts.state().evaluatedAt();
        var until = firingAlerts.silences().silences().stream().filter(silence -> silence.covers(alert, at))
                .map(AlertSilence::until).max(Comparator.naturalOrder());
        if (until.isPresent()) {
            return new AlertStatusText(StatusGlyph.NONE, MESSAGES.text("status.silenced"), MESSAGES
                    .text("status.silencedFor", loud.text(), AgeFormatter.brief(Duration.between(at, until.get()))));
        }
        if (firingAlerts.silences().isAcknowledged(alert)) {
            return new AlertStatusText(StatusGlyph.NONE, MESSAGES.text("status.acknowledged"), loud.text());
        }
        return loud;
    }

    private String pendingText(Alert alert) {
        var left = rules.findRule(alert.ruleId()).map(AlertRule::pendingFor).orElse(Duration.ZERO)
                .minus(Duration.between(alert.times().since(), now));
        if (left.isPositive()) {
            return MESSAGES.text("status.firesIn", AgeFormatter.brief(roundUp(left)));
        }
        return MESSAGES.text("status.firesNext");
    }

    private static Duration roundUp(Duration left) {
        return left.compareTo(Duration.ofMinutes(1)) < 0 ? left : Duration.ofMinutes(left.plusSeconds(59).toMinutes());
    }

    private String ruleText(Alert alert) {
        var timeout = rules.findRule(alert.ruleId()).map(AlertRule::pendingFor).orElse(Duration.ZERO);
        return timeout.isZero() ? MESSAGES.text("rule.immediate", alert.ruleId())
                : MESSAGES.text("rule.after", alert.ruleId(), AgeFormatter.brief(timeout));
    }

    private String agoText(Instant moment) {
        return AgeFormatter.brief(Duration.between(moment, now));
    }

    /** Returns the durations for which an alert can be silenced. */
    static List<Duration> silenceDurations() {
        return List.of(Duration.ofHours(1), Duration.ofHours(8), Duration.ofDays(1));
    }
}
