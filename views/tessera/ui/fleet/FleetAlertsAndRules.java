package tessera.ui.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSnapshot;
import tessera.diagnosis.FleetProblem;
import tessera.model.ClusterSnapshot;
import tessera.ui.kit.AgeFormatter;

/**
 * Alert rules and current alerts of a fleet.
 *
 * @param rules  those in force
 * @param alerts what was found by them so far
 */
public record FleetAlertsAndRules(Supplier<AlertRules> rules, Supplier<AlertSnapshot> alerts) {

    private static final Duration TELLING = Duration.ofMinutes(1);

    /** Returns a context for a single moment, without alerts. */
    public static FleetAlertsAndRules forRules(AlertRules rules) {
        return new FleetAlertsAndRules(() -> rules, AlertSnapshot::notEvaluated);
    }

    /** Returns a problem as the alerts know it: a planned change may be stuck. */
    public FleetProblem withAlerts(FleetProblem problem) {
        return isStuck(problem) ? problem.asStuck() : problem;
    }

    /** Returns how long a problem has lasted, or been seen at least, as text; empty where that is not known. */
    public String ageText(FleetProblem problem, ClusterSnapshot clusterSnapshot, Instant now) {
        var age = AgeFormatter.ageOf(problem.since(), clusterSnapshot, now);
        return age.isEmpty() ? alertAgeText(problem, now) : age;
    }

    /** Returns how long alerts have seen it, as text; empty below a minute. */
    private String alertAgeText(FleetProblem entry, Instant now) {
        var watched = signalOf(entry.kind());
        if (watched.isEmpty() || entry.count() > 1) {
            return "";
        }
        var alertSnapshot = alerts.get();
        return Stream.concat(alertSnapshot.active().stream(), alertSnapshot.pending().stream())
                .filter(alert -> alert.subject().node().equals(entry.node()) && hasSignal(alert, watched.get()))
                .map(alert -> alert.times().since()).min(Comparator.naturalOrder())
                .map(since -> Duration.between(since, now)).filter(seen -> seen.compareTo(TELLING) >= 0)
                .map(seen -> "≥ " + AgeFormatter.brief(seen)).orElse("");
    }

    /** Returns whether an item is a planned change that an alert reports as stuck. */
    private boolean isStuck(FleetProblem entry) {
        return entry.kind() == FleetProblem.FleetProblemKind.CHANGING
                && alerts.get().active().stream().filter(alert -> alert.subject().node().equals(entry.node()))
                        .anyMatch(alert -> hasSignal(alert, AlertSignal.MIG_CHANGE_PENDING)
                                || hasSignal(alert, AlertSignal.CHANGE_PENDING));
    }

    private boolean hasSignal(Alert alert, AlertSignal signal) {
        return (signal != AlertSignal.TEMPERATURE || alert.severity() == AlertOrFindingSeverity.CRITICAL)
                && rules.get().findRule(alert.ruleId()).map(AlertRule::signal).filter(signal::equals).isPresent();
    }

    private static Optional<AlertSignal> signalOf(FleetProblem.FleetProblemKind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU -> Optional.of(AlertSignal.UNHEALTHY_DEVICES);
            case TOO_HOT -> Optional.of(AlertSignal.TEMPERATURE);
            case NOT_OFFERED -> Optional.of(AlertSignal.GPUS_NOT_OFFERED);
            case CHANGING -> Optional.of(AlertSignal.MIG_CHANGE_PENDING);
            default -> Optional.empty();
        };
    }
}
