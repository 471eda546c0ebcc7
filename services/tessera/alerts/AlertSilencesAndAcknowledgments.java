package tessera.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The silences and acknowledgements that a user set. Never changes; each wish makes a new value.
 *
 * @param silences     for some time, whatever comes
 * @param acknowledgements alerts that the user knows of, each for as long as it lasts; one that comes back is another
 */
public record AlertSilencesAndAcknowledgments(List<AlertSilence> silences,
        Map<Alert.AlertKey, AlertAcknowledgment> acknowledgements) {

    private static final AlertSilencesAndAcknowledgments NONE = new AlertSilencesAndAcknowledgments(List.of(),
            Map.of());

    /** A user's acknowledgement of an alert. */
    public record AlertAcknowledgment(Instant acknowledgedAt, String note) {}

    public AlertSilencesAndAcknowledgments {
        silences = List.copyOf(silences);
        acknowledgements = Map.copyOf(acknowledgements);
    }

    public static AlertSilencesAndAcknowledgments noSilences() {
        return NONE;
    }

    public AlertSilencesAndAcknowledgments withSilence(AlertSilence silence) {
        var more = new ArrayList<>(silences);
        more.add(silence);
        return new AlertSilencesAndAcknowledgments(more, acknowledgements);
    }

    public AlertSilencesAndAcknowledgments withoutSilence(AlertSilence silence) {
        return new AlertSilencesAndAcknowledgments(silences.stream().filter(other -> !other.equals(silence)).toList(),
                acknowledgements);
    }

    public AlertSilencesAndAcknowledgments acknowledge(Alert alert, Instant at, String note) {
        var more = new HashMap<>(acknowledgements);
        more.put(alert.key(), new AlertAcknowledgment(at, note));
        return new AlertSilencesAndAcknowledgments(silences, more);
    }

    public AlertSilencesAndAcknowledgments withdrawAcknowledgement(Alert alert) {
        var fewer = new HashMap<>(acknowledgements);
        fewer.remove(alert.key());
        return new AlertSilencesAndAcknowledgments(silences, fewer);
    }

    /** Returns these without what no longer has an effect: expired silences, and acknowledgements of alerts that are over. */
    public AlertSilencesAndAcknowledgments withoutExpired(AlertSnapshot state) {
        var lasting = new HashMap<Alert.AlertKey, AlertAcknowledgment>();
        for (var alert : state.active()) {
            var acknowledgement = acknowledgements.get(alert.key());
            if (acknowledgement != null) {
                lasting.put(alert.key(), acknowledgement);
            }
        }
        return new AlertSilencesAndAcknowledgments(
                silences.stream().filter(silence -> silence.until().isAfter(state.evaluatedAt())).toList(), lasting);
    }

    /** Returns the active alerts that are neither silenced nor acknowledged. */
    public List<Alert> audibleAlerts(AlertSnapshot state) {
        return state.active().stream().filter(alert -> !isMuted(alert, state.evaluatedAt())).toList();
    }

    public boolean isAcknowledged(Alert alert) {
        return acknowledgements.containsKey(alert.key());
    }

    public boolean isSilenced(Alert alert, Instant at) {
        return silences.stream().anyMatch(silence -> silence.covers(alert, at));
    }

    /** Returns whether an alert is silenced or acknowledged. */
    public boolean isMuted(Alert alert, Instant at) {
        return isAcknowledged(alert) || isSilenced(alert, at);
    }
}
