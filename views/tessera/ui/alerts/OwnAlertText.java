package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.alerts.Alert;
import tessera.alerts.Alert.State;
import tessera.alerts.AlertLimit.Comparison;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilence;
import tessera.alerts.MeasureUnit;
import tessera.ui.alerts.AlertLine.AlertStatus;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.StatusGlyph;

/** Formats single alerts at one moment. */
record OwnAlertText(AlertRules rules, FxAlertFeed.FiringAlerts firingAlerts, Instant now) {

    AlertLine.AlertEntry alertEntry(Alert alert, boolean opened) {
        return new AlertLine.AlertEntry(alert, valueText(alert), limitText(alert), statusOf(alert),
                ageText(alert.times()),
                isQuiet(alert),
                opened);
    }

    /** Returns the age as text, as a minimum for an alert that was present at the first reading. */
    String ageText(Alert.AlertTimes times) {
        var endTime = times.endedAt();
        return (times.predatesWatch() ? "≥ " : "")
                + AgeText.brief(Duration.between(times.since(), endTime == null ? now : endTime));
    }

    AlertLine.AlertDetail alertDetail(Alert alert) {
        var facts = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            facts.add("Held by " + String.join(", ", alert.holders()));
        }
        var known = firingAlerts.silences().acknowledgements().get(alert.key());
        if (known != null) {
            facts.add("Acknowledged %s ago".formatted(agoText(known.acknowledgedAt())));
        }
        return new AlertLine.AlertDetail(alert, facts, ruleText(alert), isQuiet(alert));
    }

    /** Returns whether a firing alert is silenced or acknowledged. */
    boolean isQuiet(Alert alert) {
        return alert.isActive() && firingAlerts.silences().isMuted(alert, firingAlerts.state().evaluatedAt());
    }

    private String valueText(Alert alert) {
        var measure = alert.measure();
        if (measure == null) {
            return "";
        }
        if (alert.state() != State.RESOLVED) {
            return unitOf(alert).valueText(measure.value());
        }
        var peak = unitOf(alert).valueText(measure.peak());
        return peak.isEmpty() ? "" : "at worst " + peak;
    }

    private String limitText(Alert alert) {
        var measure = alert.measure();
        var limit = measure == null ? "" : unitOf(alert).valueText(measure.threshold());
        if (limit.isEmpty()) {
            return "";
        }
        boolean least = rules.findRule(alert.ruleId()).map(AlertRule::limit)
                .filter(rule -> rule.comparison() == Comparison.BELOW).isPresent();
        return (least ? "at least " : "limit ") + limit;
    }

    private MeasureUnit unitOf(Alert alert) {
        return rules.findRule(alert.ruleId()).map(rule -> rule.signal().unit()).orElse(MeasureUnit.COUNT);
    }

    private AlertStatus statusOf(Alert alert) {
        var unknown = alert.times().unknownSince();
        return switch (alert.state()) {
            case PENDING -> new AlertStatus(StatusGlyph.WAITING, "pending",
                    unknown == null ? pendingText(alert) : "nothing known for " + agoText(unknown));
            case RESOLVED -> new AlertStatus(StatusGlyph.READY, "resolved",
                    alert.times().endedAt() == null ? "" : agoText(alert.times().endedAt()) + " ago");
            case UNKNOWN -> quietStatus(alert, new AlertStatus(StatusGlyph.UNREACHABLE, "unknown",
                    unknown == null ? "" : "nothing known for " + agoText(unknown)));
            case FIRING -> quietStatus(alert, new AlertStatus(AlertLine.glyphOf(alert.severity()), "firing", ""));
        };
    }

    private AlertStatus quietStatus(Alert alert, AlertStatus loud) {
        var at = firingAlerts.state().evaluatedAt();
        var until = firingAlerts.silences().silences().stream().filter(silence -> silence.covers(alert, at))
                .map(AlertSilence::until).max(Comparator.naturalOrder());
        if (until.isPresent()) {
            return new AlertStatus(StatusGlyph.NONE, "silenced",
                    "%s, for another %s".formatted(loud.text(), AgeText.brief(Duration.between(at, until.get()))));
        }
        return firingAlerts.silences().isAcknowledged(alert)
                ? new AlertStatus(StatusGlyph.NONE, "acknowledged", loud.text())
                : loud;
    }

    private String pendingText(Alert alert) {
        var left = rules.findRule(alert.ruleId()).map(AlertRule::pendingFor).orElse(Duration.ZERO)
                .minus(Duration.between(alert.times().since(), now));
        return left.isPositive() ? "fires in %s if it lasts".formatted(AgeText.brief(roundUp(left)))
                : "fires with the next reading";
    }

    private static Duration roundUp(Duration left) {
        return left.compareTo(Duration.ofMinutes(1)) < 0 ? left : Duration.ofMinutes(left.plusSeconds(59).toMinutes());
    }

    private String ruleText(Alert alert) {
        var timeout = rules.findRule(alert.ruleId()).map(AlertRule::pendingFor).orElse(Duration.ZERO);
        return alert.ruleId() + (timeout.isZero() ? ", at once" : ", when it lasts " + AgeText.brief(timeout));
    }

    private String agoText(Instant moment) {
        return AgeText.brief(Duration.between(moment, now));
    }

    /** Returns the durations for which an alert can be silenced. */
    static List<Duration> silenceDurations() {
        return List.of(Duration.ofHours(1), Duration.ofHours(8), Duration.ofDays(1));
    }
}
