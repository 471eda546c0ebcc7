package tessera.alerts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All alerts at one moment.
 *
 * @param evaluatedAt      by this machine's clock
 * @param active  firing, or firing when last known; the most urgent first
 * @param pending wrong, and not yet for long enough
 * @param history over, the newest first
 */
public record AlertSnapshot(Instant evaluatedAt, List<Alert> active, List<Alert> pending, List<Alert> history) {

    private static final AlertSnapshot NOTHING = new AlertSnapshot(Instant.EPOCH, List.of(), List.of(), List.of());

    public AlertSnapshot {
        active = List.copyOf(active);
        pending = List.copyOf(pending);
        history = List.copyOf(history);
    }

    /** Returns the state before the first evaluation, without alerts. */
    public static AlertSnapshot notEvaluated() {
        return NOTHING;
    }

    /** Returns the highest severity of some alerts; empty when there are none. */
    public static Optional<AlertOrFindingSeverity> worstSeverity(List<Alert> alerts) {
        return alerts.stream().map(Alert::severity).max(AlertOrFindingSeverity::compareTo);
    }
}
