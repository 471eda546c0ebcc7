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
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;

/**
 * All pending, active and resolved alerts. What a round of judging does not speak of is not known any more. One
 * thread.
 */
final class AlertRegistry {

    private static final int HISTORY = 1_000;
    /** What was about to become an alert is forgotten when nothing is known of it for so long. */
    private static final Duration NOT_WAITED_FOR = Duration.ofMinutes(15);
    /** An alert of which nothing is known for so long is put with the past. */
    private static final Duration GIVEN_UP = Duration.ofHours(24);

    private static final Comparator<Alert> MOST_URGENT_FIRST = Comparator.comparing(Alert::severity)
            .thenComparing(alert -> alert.times().since()).reversed().thenComparing(alert -> alert.subject().node())
            .thenComparing(alert -> alert.subject().deviceTitle()).thenComparing(Alert::ruleId);

    private final Map<AlertRuleSubjectKey, AlertLifecycle> tracks = new LinkedHashMap<>();
    private final Deque<Alert> history = new ArrayDeque<>();
    private long round;

    private record AlertRuleSubjectKey(String ruleId, AlertSubject subject) {}

    private record AlertSignalSubjectKey(AlertSignal signal, AlertSubject subject) {}

    void beginRound() {
        round++;
    }

    /**
     * Takes a rule's verdict on a subject.
     *
     * @param at      the moment for which that is so: when the readings were taken, not when they are looked at
     * @param details asked for only where something is wrong
     */
    void report(AlertRule rule, AlertSubject subject, AlertRuleResult result, Instant at,
            Supplier<AlertDetails> details) {
        var key = new AlertRuleSubjectKey(rule.id(), subject);
        var lifecycle = tracks.get(key);
        if (lifecycle == null) {
            if (result == AlertRuleResult.WRONG) {
                var newLifecycle = new AlertLifecycle(rule, subject, at, details.get());
                newLifecycle.fireIfDue(rule);
                newLifecycle.markTouched(round);
                tracks.put(key, newLifecycle);
            }
            return;
        }
        lifecycle.markTouched(round);
        switch (result) {
            case WRONG -> {
                lifecycle.recordViolation(at, details.get());
                lifecycle.fireIfDue(rule);
            }
            case BETWEEN -> {
                if (lifecycle.hasFired()) {
                    lifecycle.recordViolation(at, details.get());
                } else {
                    tracks.remove(key);
                }
            }
            case RIGHT -> endTrack(key, lifecycle, at);
            case UNKNOWN -> lifecycle.markUnknown();
        }
    }

    /** Returns whether a subject has a pending or active alert of a rule. */
    boolean isOpen(AlertRule rule, AlertSubject subject) {
        return tracks.containsKey(new AlertRuleSubjectKey(rule.id(), subject));
    }

    /**
     * Ends the round: alerts nobody reported become unknown, or end where their subject is gone.
     *
     * @param gone whether what an alert is about is known not to be there any more
     */
    void endRound(Predicate<AlertLifecycle> gone, Instant now) {
        for (var entry : List.copyOf(tracks.entrySet())) {
            var lifecycle = entry.getValue();
            if (lifecycle.isUntouched(round)) {
                if (gone.test(lifecycle)) {
                    endTrack(entry.getKey(), lifecycle, now);
                } else {
                    lifecycle.markUnknown();
                }
            }
            if (lifecycle.isUnknownFor(lifecycle.hasFired() ? GIVEN_UP : NOT_WAITED_FOR, now)) {
                endTrack(entry.getKey(), lifecycle, now);
            }
        }
    }

    /** Forgets alerts of rules that are no longer in force unchanged, without recording them as over. */
    void retainRules(AlertRules rules) {
        tracks.values().removeIf(lifecycle -> !rules.allRules().contains(lifecycle.rule()));
    }

    /** Returns the alerts now; of several about the same signal and subject only the most urgent. */
    AlertSnapshot stateAt(Instant now) {
        var worst = new HashMap<AlertSignalSubjectKey, AlertOrFindingSeverity>();
        for (var lifecycle : tracks.values()) {
            if (lifecycle.hasFired()) {
                worst.merge(new AlertSignalSubjectKey(lifecycle.rule().signal(), lifecycle.subject()),
                        lifecycle.rule().severity(), (one, other) -> one.compareTo(other) >= 0 ? one : other);
            }
        }
        var active = new ArrayList<Alert>();
        var pending = new ArrayList<Alert>();
        for (var lifecycle : tracks.values()) {
            var alertOrFindingSeverity = lifecycle.rule().severity();
            var matter = new AlertSignalSubjectKey(lifecycle.rule().signal(), lifecycle.subject());
            if (alertOrFindingSeverity.compareTo(worst.getOrDefault(matter, alertOrFindingSeverity)) >= 0) {
                (lifecycle.hasFired() ? active : pending).add(lifecycle.toAlert(null));
            }
        }
        active.sort(MOST_URGENT_FIRST);
        pending.sort(MOST_URGENT_FIRST);
        return new AlertSnapshot(now, active, pending, List.copyOf(history));
    }

    private void endTrack(AlertRuleSubjectKey key, AlertLifecycle lifecycle, Instant at) {
        if (tracks.remove(key) != null && lifecycle.hasFired()) {
            history.addFirst(lifecycle.toAlert(at));
            if (history.size() > HISTORY) {
                history.removeLast();
            }
        }
    }
}
