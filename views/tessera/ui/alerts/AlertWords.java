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

/** What is said of single alerts at one moment. */
record AlertWords(AlertRules rules, AlertsFeed.FiringAlerts seen, Instant now) {

    AlertLine.AlertEntry entry(Alert alert, boolean opened) {
        return new AlertLine.AlertEntry(alert, value(alert), limit(alert), status(alert), age(alert.times()),
                quiet(alert),
                opened);
    }

    /** At least so long, where it was there when it was first looked at. */
    String age(Alert.AlertTimes times) {
        var ended = times.ended();
        return (times.earlier() ? "≥ " : "")
                + AgeText.brief(Duration.between(times.since(), ended == null ? now : ended));
    }

    AlertLine.AlertDetail detail(Alert alert) {
        var facts = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            facts.add("Held by " + String.join(", ", alert.holders()));
        }
        var known = seen.silences().acknowledged().get(alert.key());
        if (known != null) {
            facts.add("Acknowledged %s ago".formatted(ago(known.at())));
        }
        return new AlertLine.AlertDetail(alert, facts, rule(alert), quiet(alert));
    }

    /** Whether the user does not want to be told of something that fires. */
    boolean quiet(Alert alert) {
        return alert.active() && seen.silences().quiet(alert, seen.state().at());
    }

    private String value(Alert alert) {
        var measure = alert.measure();
        if (measure == null) {
            return "";
        }
        if (alert.state() != State.RESOLVED) {
            return unit(alert).words(measure.value());
        }
        var peak = unit(alert).words(measure.peak());
        return peak.isEmpty() ? "" : "at worst " + peak;
    }

    private String limit(Alert alert) {
        var measure = alert.measure();
        var limit = measure == null ? "" : unit(alert).words(measure.threshold());
        if (limit.isEmpty()) {
            return "";
        }
        boolean least = rules.rule(alert.rule()).map(AlertRule::limit)
                .filter(rule -> rule.comparison() == Comparison.BELOW).isPresent();
        return (least ? "at least " : "limit ") + limit;
    }

    private MeasureUnit unit(Alert alert) {
        return rules.rule(alert.rule()).map(rule -> rule.signal().unit()).orElse(MeasureUnit.COUNT);
    }

    private AlertStatus status(Alert alert) {
        var unknown = alert.times().unknown();
        return switch (alert.state()) {
            case PENDING -> new AlertStatus(StatusGlyph.WAITING, "pending",
                    unknown == null ? coming(alert) : "nothing known for " + ago(unknown));
            case RESOLVED -> new AlertStatus(StatusGlyph.READY, "resolved",
                    alert.times().ended() == null ? "" : ago(alert.times().ended()) + " ago");
            case UNKNOWN -> quietly(alert, new AlertStatus(StatusGlyph.UNREACHABLE, "unknown",
                    unknown == null ? "" : "nothing known for " + ago(unknown)));
            case FIRING -> quietly(alert, new AlertStatus(AlertLine.sign(alert.severity()), "firing", ""));
        };
    }

    private AlertStatus quietly(Alert alert, AlertStatus loud) {
        var at = seen.state().at();
        var until = seen.silences().silences().stream().filter(silence -> silence.covers(alert, at))
                .map(AlertSilence::until).max(Comparator.naturalOrder());
        if (until.isPresent()) {
            return new AlertStatus(StatusGlyph.NONE, "silenced",
                    "%s, for another %s".formatted(loud.words(), AgeText.brief(Duration.between(at, until.get()))));
        }
        return seen.silences().acknowledged(alert) ? new AlertStatus(StatusGlyph.NONE, "acknowledged", loud.words())
                : loud;
    }

    private String coming(Alert alert) {
        var left = rules.rule(alert.rule()).map(AlertRule::patience).orElse(Duration.ZERO)
                .minus(Duration.between(alert.times().since(), now));
        return left.isPositive() ? "fires in %s if it lasts".formatted(AgeText.brief(roundedUp(left)))
                : "fires with the next reading";
    }

    private static Duration roundedUp(Duration left) {
        return left.compareTo(Duration.ofMinutes(1)) < 0 ? left : Duration.ofMinutes(left.plusSeconds(59).toMinutes());
    }

    private String rule(Alert alert) {
        var patience = rules.rule(alert.rule()).map(AlertRule::patience).orElse(Duration.ZERO);
        return alert.rule() + (patience.isZero() ? ", at once" : ", when it lasts " + AgeText.brief(patience));
    }

    private String ago(Instant moment) {
        return AgeText.brief(Duration.between(moment, now));
    }

    /** For how long one can ask for silence. */
    static List<Duration> silences() {
        return List.of(Duration.ofHours(1), Duration.ofHours(8), Duration.ofDays(1));
    }
}
