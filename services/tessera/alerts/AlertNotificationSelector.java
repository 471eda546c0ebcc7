package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the alerts of one cluster to announce to a user who looks elsewhere: each once, simultaneous ones together.
 *
 * <p>What is wrong when the cluster is opened is on the screen and no news. What is silenced is news when the silence ends and
 * it lasts; what was acknowledged is none. Times are those of the states. Not safe for use by several threads.
 */
public final class AlertNotificationSelector {

    /** Readings of all exporters are there by then, and what they show was so before. */
    static final Duration SETTLING = Duration.ofMinutes(1);
    /** What comes sooner after the last news waits and is told with what comes in between. */
    static final Duration PACE = Duration.ofSeconds(30);

    /** Identity of an announced alert: one that fires again after a new evaluation, as with changed rules, is not announced again. */
    private record NotificationKey(String ruleId, AlertSubject subject) {

        static NotificationKey of(Alert alert) {
            return new NotificationKey(alert.ruleId(), alert.subject());
        }
    }

    private final Set<NotificationKey> notified = new HashSet<>();
    private @Nullable Instant startedAt;
    private Instant last = Instant.EPOCH;

    /**
     * Returns the alerts to announce now, most urgent first; mostly empty.
     *
     * @param least how urgent they are at least; empty for none whatever
     */
    public List<Alert> takeNew(AlertSnapshot state, AlertSilencesAndAcknowledgments silences,
            Optional<AlertOrFindingSeverity> least) {
        if (state.equals(AlertSnapshot.notEvaluated())) {
            return List.of();
        }
        startedAt = startedAt == null ? state.evaluatedAt() : startedAt;
        notified.retainAll(state.active().stream().map(NotificationKey::of).toList());
        boolean settling = state.evaluatedAt().isBefore(startedAt.plus(SETTLING));
        state.active().stream().filter(alert -> needsNoNotification(alert, settling, silences, least))
                .map(NotificationKey::of).forEach(notified::add);
        var news = silences.audibleAlerts(state).stream().filter(
                alert -> alert.state() == Alert.AlertState.FIRING && !notified.contains(NotificationKey.of(alert)))
                .toList();
        if (news.isEmpty() || state.evaluatedAt().isBefore(last.plus(PACE))) {
            return List.of();
        }
        last = state.evaluatedAt();
        news.stream().map(NotificationKey::of).forEach(notified::add);
        return news;
    }

    private static boolean needsNoNotification(Alert alert, boolean settling, AlertSilencesAndAcknowledgments silences,
            Optional<AlertOrFindingSeverity> least) {
        return settling || silences.isAcknowledged(alert) || least
                .filter(alertOrFindingSeverity -> alert.severity().compareTo(alertOrFindingSeverity) >= 0).isEmpty();
    }
}
