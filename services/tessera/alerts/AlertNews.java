package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which alerts of one cluster a user has to be told of who looks elsewhere: each once, several that come together together.
 *
 * <p>What is wrong when the cluster is opened is on the screen and no news. What is silenced is news when the silence ends and
 * it lasts; what was acknowledged is none. Times are those of the states. Not safe for use by several threads.
 */
public final class AlertNews {

    /** Readings of all exporters are there by then, and what they show was so before. */
    static final Duration SETTLING = Duration.ofMinutes(1);
    /** What comes sooner after the last news waits and is told with what comes in between. */
    static final Duration PACE = Duration.ofSeconds(30);

    /** What may fire again after it was judged anew, by other rules for example, and is no news for that. */
    private record AlertMatter(String rule, AlertSubject subject) {

        static AlertMatter of(Alert alert) {
            return new AlertMatter(alert.rule(), alert.subject());
        }
    }

    private final Set<AlertMatter> told = new HashSet<>();
    private @Nullable Instant begun;
    private Instant last = Instant.EPOCH;

    /**
     * The alerts to be told now, the most urgent first; mostly none.
     *
     * @param least how urgent they are at least; empty for none whatever
     */
    public List<Alert> take(AlertsState state, AlertSilences silences, Optional<Severity> least) {
        if (state.equals(AlertsState.nothing())) {
            return List.of();
        }
        begun = begun == null ? state.at() : begun;
        told.retainAll(state.active().stream().map(AlertMatter::of).toList());
        boolean settling = state.at().isBefore(begun.plus(SETTLING));
        state.active().stream()
                .filter(alert -> settling || silences.acknowledged(alert)
                        || least.filter(severity -> alert.severity().compareTo(severity) >= 0).isEmpty())
                .map(AlertMatter::of).forEach(told::add);
        var news = state.loud(silences).stream()
                .filter(alert -> alert.state() == Alert.State.FIRING && !told.contains(AlertMatter.of(alert))).toList();
        if (news.isEmpty() || state.at().isBefore(last.plus(PACE))) {
            return List.of();
        }
        last = state.at();
        news.stream().map(AlertMatter::of).forEach(told::add);
        return news;
    }
}
