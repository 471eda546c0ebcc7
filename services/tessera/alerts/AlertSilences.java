package tessera.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user does not want to be told again. Never changes; each wish makes a new value.
 *
 * @param silences     for some time, whatever comes
 * @param acknowledged alerts that the user knows of, each for as long as it lasts; one that comes back is another
 */
public record AlertSilences(List<AlertSilence> silences, Map<Alert.AlertKey, Acknowledgement> acknowledged) {

    private static final AlertSilences NONE = new AlertSilences(List.of(), Map.of());

    /** That a user knows of an alert. */
    public record Acknowledgement(Instant at, String note) {}

    public AlertSilences {
        silences = List.copyOf(silences);
        acknowledged = Map.copyOf(acknowledged);
    }

    public static AlertSilences none() {
        return NONE;
    }

    public AlertSilences with(AlertSilence silence) {
        var more = new ArrayList<>(silences);
        more.add(silence);
        return new AlertSilences(more, acknowledged);
    }

    public AlertSilences without(AlertSilence silence) {
        return new AlertSilences(silences.stream().filter(other -> !other.equals(silence)).toList(), acknowledged);
    }

    public AlertSilences acknowledge(Alert alert, Instant at, String note) {
        var more = new HashMap<>(acknowledged);
        more.put(alert.key(), new Acknowledgement(at, note));
        return new AlertSilences(silences, more);
    }

    public AlertSilences withdraw(Alert alert) {
        var fewer = new HashMap<>(acknowledged);
        fewer.remove(alert.key());
        return new AlertSilences(silences, fewer);
    }

    /** Without what no longer has an effect: silences that have ended, and alerts that are over. */
    public AlertSilences pruned(AlertsState state) {
        var lasting = new HashMap<Alert.AlertKey, Acknowledgement>();
        for (var alert : state.active()) {
            var known = acknowledged.get(alert.key());
            if (known != null) {
                lasting.put(alert.key(), known);
            }
        }
        return new AlertSilences(silences.stream().filter(silence -> silence.until().isAfter(state.at())).toList(),
                lasting);
    }

    public boolean acknowledged(Alert alert) {
        return acknowledged.containsKey(alert.key());
    }

    public boolean silenced(Alert alert, Instant at) {
        return silences.stream().anyMatch(silence -> silence.covers(alert, at));
    }

    /** Whether the user wants to hear nothing of an alert. */
    public boolean quiet(Alert alert, Instant at) {
        return acknowledged(alert) || silenced(alert, at);
    }
}
