package tessera.ui;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilence;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;

/**
 * The alerts of the open cluster, and the user's silences and acknowledgements. What the user
 * wishes is kept for each cluster while the program runs, as far as the same alert is found again, and never written to any.
 *
 * <p>Safe for use by several threads.
 */
public final class ClusterAlertFeed {

    private final LatestValue<AlertSnapshot> state = new LatestValue<>(AlertSnapshot.notEvaluated());
    private final LatestValue<AlertSilencesAndAcknowledgments> silences = new LatestValue<>(
            AlertSilencesAndAcknowledgments.noSilences());
    private final Map<String, AlertSilencesAndAcknowledgments> elsewhere = new HashMap<>();
    private final Object ruling = new Object();
    private Supplier<AlertRules> source;
    private @Nullable AlertRules rules;
    private String cluster = "";

    /** @param rules by which clusters are judged; read when somebody first asks for them */
    public ClusterAlertFeed(Supplier<AlertRules> rules) {
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

    /** Sets the source of the rules by which clusters are judged from now on. */
    public void useRules(Supplier<AlertRules> other) {
        synchronized (ruling) {
            source = other;
            var before = rules;
            var newRules = before == null ? null : other.get();
            if (before != null && newRules != null && !newRules.allRules().equals(before.allRules())) {
                rules = newRules;
            }
        }
    }

    public LatestValue<AlertSnapshot> state() {
        return state;
    }

    public LatestValue<AlertSilencesAndAcknowledgments> silences() {
        return silences;
    }

    /** Switches to another cluster, whose alerts are not known yet. */
    public synchronized void switchCluster(String other) {
        elsewhere.put(cluster, silences.get());
        cluster = other;
        state.set(AlertSnapshot.notEvaluated());
        silences.set(elsewhere.getOrDefault(other, AlertSilencesAndAcknowledgments.noSilences()));
    }

    /** Publishes newly judged alerts. */
    public synchronized void publish(AlertSnapshot judged) {
        if (judged.evaluatedAt().equals(state.get().evaluatedAt())) {
            return;
        }
        state.set(judged);
        var lasting = silences.get().withoutExpired(judged);
        if (!lasting.equals(silences.get())) {
            silences.set(lasting);
        }
    }

    /** Acknowledges an alert for as long as it lasts. */
    public synchronized void acknowledge(Alert alert, Instant at) {
        silences.update(before -> before.acknowledge(alert, at, ""));
    }

    /** Silences alerts like the given one for a period. */
    public synchronized void silence(Alert alert, Instant from, Instant until) {
        silences.update(before -> before.withSilence(AlertSilence.forAlert(alert, from, until, "")));
    }

    /** Removes the silences and the acknowledgement of an alert. */
    public synchronized void removeSilence(Alert alert, Instant at) {
        silences.update(before -> {
            var left = before.withdrawAcknowledgement(alert);
            for (var silence : before.silences()) {
                left = silence.covers(alert, at) ? left.withoutSilence(silence) : left;
            }
            return left;
        });
    }
}
