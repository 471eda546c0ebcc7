package tessera.ui;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilence;
import tessera.alerts.AlertSilences;
import tessera.alerts.AlertsState;
import tessera.flow.LatestValue;

/**
 * The alerts of the cluster that is open, and of which of them the user does not want to be told again. What the user
 * wishes is kept for each cluster while the program runs, as far as the same alert is found again, and never written to any.
 *
 * <p>Safe for use by several threads.
 */
public final class AlertFeed {

    private final LatestValue<AlertsState> state = new LatestValue<>(AlertsState.nothing());
    private final LatestValue<AlertSilences> silences = new LatestValue<>(AlertSilences.none());
    private final Map<String, AlertSilences> elsewhere = new HashMap<>();
    private final Object ruling = new Object();
    private Supplier<AlertRules> source;
    private @Nullable AlertRules rules;
    private String cluster = "";

    /** @param rules by which clusters are judged; read when somebody first asks for them */
    public AlertFeed(Supplier<AlertRules> rules) {
        source = rules;
    }

    public AlertRules rules() {
        synchronized (ruling) {
            var read = rules;
            if (read == null) {
                read = source.get();
                rules = read;
            }
            return read;
        }
    }

    /** Has clusters judged by other rules from now on. */
    public void judgeBy(Supplier<AlertRules> other) {
        synchronized (ruling) {
            source = other;
            var before = rules;
            var fresh = before == null ? null : other.get();
            if (before != null && fresh != null && !fresh.all().equals(before.all())) {
                rules = fresh;
            }
        }
    }

    public LatestValue<AlertsState> state() {
        return state;
    }

    public LatestValue<AlertSilences> silences() {
        return silences;
    }

    /** Leaves the cluster that was open for another, of which nothing is known yet. */
    public synchronized void enter(String other) {
        elsewhere.put(cluster, silences.get());
        cluster = other;
        state.set(AlertsState.nothing());
        silences.set(elsewhere.getOrDefault(other, AlertSilences.none()));
    }

    /** Tells what was judged. */
    public synchronized void show(AlertsState judged) {
        if (judged.at().equals(state.get().at())) {
            return;
        }
        state.set(judged);
        var lasting = silences.get().pruned(judged);
        if (!lasting.equals(silences.get())) {
            silences.set(lasting);
        }
    }

    /** The user knows of an alert, for as long as it lasts. */
    public synchronized void acknowledge(Alert alert, Instant at) {
        silences.update(before -> before.acknowledge(alert, at, ""));
    }

    /** Wants to hear nothing of alerts like one, for some time. */
    public synchronized void silence(Alert alert, Instant from, Instant until) {
        silences.update(before -> before.with(AlertSilence.of(alert, from, until, "")));
    }

    /** Wants to be told of an alert again. */
    public synchronized void speak(Alert alert, Instant at) {
        silences.update(before -> {
            var left = before.withdraw(alert);
            for (var silence : before.silences()) {
                left = silence.covers(alert, at) ? left.without(silence) : left;
            }
            return left;
        });
    }
}
