package tessera.alerts;

import java.time.Instant;

/**
 * A user's wish not to be told of some alerts for some time. An empty field stands for anything.
 *
 * @param rule   the id of a rule
 * @param device the identity of a device
 * @param pod    one of the pods it concerns, as {@code namespace/name}
 * @param from   from this moment on
 * @param until  before this moment
 * @param reason in the user's words
 */
public record AlertSilence(String rule, String node, String device, String pod, Instant from, Instant until,
        String reason) {

    public AlertSilence {
        if (!until.isAfter(from)) {
            throw new IllegalArgumentException("A silence must end after it begins");
        }
    }

    /** Of alerts like this one: the same rule about the same thing. */
    public static AlertSilence of(Alert alert, Instant from, Instant until, String reason) {
        return new AlertSilence(alert.rule(), alert.subject().node(), alert.subject().device(), alert.subject().pod(),
                from,
                until, reason);
    }

    public boolean covers(Alert alert, Instant at) {
        var subject = alert.subject();
        return !at.isBefore(from) && at.isBefore(until) && matches(rule, alert.rule())
                && matches(node, subject.node()) && matches(device, subject.device())
                && (pod.isEmpty() || pod.equals(subject.pod()) || alert.holders().contains(pod));
    }

    private static boolean matches(String wanted, String actual) {
        return wanted.isEmpty() || wanted.equals(actual);
    }
}
