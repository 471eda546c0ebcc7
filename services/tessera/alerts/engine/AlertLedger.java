package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;

/**
 * All alerts that are coming, lasting or over. What a round of judging does not speak of is not known any more. One
 * thread.
 */
final class AlertLedger {

    private static final int HISTORY = 1_000;
    /** What was about to become an alert is forgotten when nothing is known of it for so long. */
    private static final Duration NOT_WAITED_FOR = Duration.ofMinutes(15);
    /** An alert of which nothing is known for so long is put with the past. */
    private static final Duration GIVEN_UP = Duration.ofHours(24);

    private static final Comparator<Alert> MOST_URGENT_FIRST = Comparator.comparing(Alert::severity)
            .thenComparing(alert -> alert.times().since()).reversed().thenComparing(alert -> alert.subject().node())
            .thenComparing(alert -> alert.subject().title())
            .thenComparing(Alert::rule);

    private final Map<AlertPlace, AlertTrack> tracks = new LinkedHashMap<>();
    private final Deque<Alert> history = new ArrayDeque<>();
    private long round;

    private record AlertPlace(String rule, AlertSubject subject) {}

    private record SignalMatter(AlertSignal signal, AlertSubject subject) {}

    void begin() {
        round++;
    }

    /**
     * What a rule finds of a subject.
     *
     * @param at      the moment for which that is so: when the readings were taken, not when they are looked at
     * @param details asked for only where something is wrong
     */
    void report(AlertRule rule, AlertSubject subject, RuleVerdict verdict, Instant at, Supplier<AlertCase> details) {
        var place = new AlertPlace(rule.id(), subject);
        var track = tracks.get(place);
        if (track == null) {
            if (verdict == RuleVerdict.WRONG) {
                var begun = new AlertTrack(rule, subject, at, details.get());
                begun.ripen(rule);
                begun.touched(round);
                tracks.put(place, begun);
            }
            return;
        }
        track.touched(round);
        switch (verdict) {
            case WRONG -> {
                track.seen(at, details.get());
                track.ripen(rule);
            }
            case BETWEEN -> {
                if (track.hasFired()) {
                    track.seen(at, details.get());
                } else {
                    tracks.remove(place);
                }
            }
            case RIGHT -> end(place, track, at);
            case UNKNOWN -> track.lost();
        }
    }

    /** Whether something is wrong, or about to become an alert. */
    boolean open(AlertRule rule, AlertSubject subject) {
        return tracks.containsKey(new AlertPlace(rule.id(), subject));
    }

    /**
     * The round is over.
     *
     * @param gone whether what an alert is about is known not to be there any more
     */
    void close(Predicate<AlertTrack> gone, Instant now) {
        for (var entry : List.copyOf(tracks.entrySet())) {
            var track = entry.getValue();
            if (track.untouched(round)) {
                if (gone.test(track)) {
                    end(entry.getKey(), track, now);
                } else {
                    track.lost();
                }
            }
            if (track.unknownFor(track.hasFired() ? GIVEN_UP : NOT_WAITED_FOR, now)) {
                end(entry.getKey(), track, now);
            }
        }
    }

    /** Forgets alerts of rules that are no longer in force as they were; they are not over, another thing is asked. */
    void retain(AlertRules rules) {
        tracks.values().removeIf(track -> !rules.all().contains(track.rule()));
    }

    /** Of several alerts about the same number of the same subject only the most urgent are told. */
    AlertsState state(Instant now) {
        var worst = new HashMap<SignalMatter, Severity>();
        for (var track : tracks.values()) {
            if (track.hasFired()) {
                worst.merge(new SignalMatter(track.rule().signal(), track.subject()), track.rule().severity(),
                        (one, other) -> one.compareTo(other) >= 0 ? one : other);
            }
        }
        var active = new ArrayList<Alert>();
        var pending = new ArrayList<Alert>();
        for (var track : tracks.values()) {
            var severity = track.rule().severity();
            var matter = new SignalMatter(track.rule().signal(), track.subject());
            if (severity.compareTo(worst.getOrDefault(matter, severity)) >= 0) {
                (track.hasFired() ? active : pending).add(track.alert(null));
            }
        }
        active.sort(MOST_URGENT_FIRST);
        pending.sort(MOST_URGENT_FIRST);
        return new AlertsState(now, active, pending, List.copyOf(history));
    }

    private void end(AlertPlace place, AlertTrack track, Instant at) {
        if (tracks.remove(place) != null && track.hasFired()) {
            history.addFirst(track.alert(at));
            if (history.size() > HISTORY) {
                history.removeLast();
            }
        }
    }
}
