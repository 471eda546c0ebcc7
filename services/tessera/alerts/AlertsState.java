package tessera.alerts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All alerts at one moment.
 *
 * @param at      by this machine's clock
 * @param active  firing, or firing when last known; the most urgent first
 * @param pending wrong, and not yet for long enough
 * @param history over, the newest first
 */
public record AlertsState(Instant at, List<Alert> active, List<Alert> pending, List<Alert> history) {

    private static final AlertsState NOTHING = new AlertsState(Instant.EPOCH, List.of(), List.of(), List.of());

    public AlertsState {
        active = List.copyOf(active);
        pending = List.copyOf(pending);
        history = List.copyOf(history);
    }

    /** Before anything was judged. */
    public static AlertsState nothing() {
        return NOTHING;
    }

    /** The active alerts that nobody silenced or acknowledged. */
    public List<Alert> loud(AlertSilences silences) {
        return active.stream().filter(alert -> !silences.quiet(alert, at)).toList();
    }

    /** The most urgent of some alerts; empty when there are none. */
    public static Optional<Severity> worst(List<Alert> alerts) {
        return alerts.stream().map(Alert::severity).max(Severity::compareTo);
    }
}
