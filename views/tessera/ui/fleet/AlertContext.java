package tessera.ui.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;
import tessera.insight.AttentionItem;
import tessera.ui.kit.AgeText;

/**
 * Who watches a fleet, and by which rules.
 *
 * @param rules  those in force
 * @param alerts what was found by them so far
 */
public record AlertContext(Supplier<AlertRules> rules, Supplier<AlertsState> alerts) {

    private static final Duration TELLING = Duration.ofMinutes(1);

    /** Of what is seen at one moment. */
    public static AlertContext by(AlertRules rules) {
        return new AlertContext(() -> rules, AlertsState::nothing);
    }

    /** How long something has been seen to need attention, which is the least that it lasts; empty below a minute. */
    String age(AttentionItem entry, Instant now) {
        var watched = signal(entry.kind());
        if (watched.isEmpty() || entry.count() > 1) {
            return "";
        }
        var found = alerts.get();
        return Stream.concat(found.active().stream(), found.pending().stream())
                .filter(alert -> alert.subject().node().equals(entry.node()) && of(alert, watched.get()))
                .map(alert -> alert.times().since()).min(Comparator.naturalOrder())
                .map(since -> Duration.between(since, now)).filter(seen -> seen.compareTo(TELLING) >= 0)
                .map(seen -> "≥ " + AgeText.brief(seen)).orElse("");
    }

    /** Whether an entry is about a planned change that an alert says to hang. */
    boolean stuck(AttentionItem entry) {
        return entry.kind() == AttentionItem.AttentionKind.CHANGING && alerts.get().active().stream()
                .filter(alert -> alert.subject().node().equals(entry.node()))
                .anyMatch(alert -> of(alert, AlertSignal.MIG_CHANGE_PENDING) || of(alert, AlertSignal.CHANGE_PENDING));
    }

    private boolean of(Alert alert, AlertSignal signal) {
        return (signal != AlertSignal.TEMPERATURE || alert.severity() == Severity.CRITICAL)
                && rules.get().rule(alert.rule()).map(AlertRule::signal).filter(signal::equals).isPresent();
    }

    private static Optional<AlertSignal> signal(AttentionItem.AttentionKind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU -> Optional.of(AlertSignal.UNHEALTHY_DEVICES);
            case TOO_HOT -> Optional.of(AlertSignal.TEMPERATURE);
            case NOT_OFFERED -> Optional.of(AlertSignal.GPUS_NOT_OFFERED);
            case CHANGING -> Optional.of(AlertSignal.MIG_CHANGE_PENDING);
            default -> Optional.empty();
        };
    }
}
