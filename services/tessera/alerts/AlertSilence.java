package tessera.alerts;

import java.time.Instant;

/**
 * A silence that a user set: mutes matching alerts for a time. An empty field stands for anything.
 *
 * @param ruleId   the id of a rule
 * @param device the identity of a device
 * @param pod    one of the pods it concerns, as {@code namespace/name}
 * @param from   from this moment on
 * @param until  before this moment
 * @param reason in the user's words
 */
public record AlertSilence(String ruleId, String node, String device, String pod, Instant from, Instant until,
        String reason) {

    public AlertSilence {
        if (!until.isAfter(from)) {
            throw new IllegalArgumentException("Empty silence");
        }
    }

    /** Returns a silence for alerts like this one: the same rule and subject. */
    public static AlertSilence forAlert(Alert alert, Instant from, Instant until, String reason) {
        return new AlertSilence(alert.ruleId(), alert.subject().node(), alert.subject().device(), alert.subject().pod(),
                from, until, reason);
    }

    public boolean covers(Alert alert, Instant at) {
        var subject = alert.subject();
        return !at.isBefore(from) && at.isBefore(until) && matchesOrAny(ruleId, alert.ruleId())
                && matchesOrAny(node, subject.node()) && matchesOrAny(device, subject.device())
                && (pod.isEmpty() || pod.equals(subject.pod()) || alert.holders().contains(pod));
    }

    private static boolean matchesOrAny(String wanted, String actual) {
        return wanted.isEmpty() || wanted.equals(actual);
    }
}
