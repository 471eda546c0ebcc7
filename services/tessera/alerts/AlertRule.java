package tessera.alerts;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * An alert rule: signal, scope, limit, severity and the time before it fires.
 *
 * @param id       stable name, e.g. {@code gpu-temperature-warning}
 * @param scope    what one alert is about
 * @param limit    where the signal begins to be wrong; null where it is a condition that holds or does not
 * @param pendingFor how long it must be wrong before it is an alert
 * @param keepFiringFor     how long a single event stays an alert when nothing else speaks for it; zero for what lasts by itself
 * @param promql   the same question to Prometheus, with {@code {threshold}} in it; empty where Prometheus cannot tell, and for XIDs,
 *                 whose codes are in their catalogue
 * @param hasSentence whether it says what an alert says; otherwise the signal has its own words
 */
public record AlertRule(String id, AlertSignal signal, AlertSubjectKind scope, AlertOrFindingSeverity severity,
        @Nullable AlertThreshold limit, Duration pendingFor, Duration keepFiringFor, String promql,
        boolean hasSentence) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertRule.class);

    /** The kind of subject of one alert. */
    public enum AlertSubjectKind {
        /** A physical device, whatever it is cut into. */
        DEVICE,
        /** What is handed out: a device, or each of its MIG instances. */
        INSTANCE,
        NODE
    }

    /** Returns its name in a few words. */
    public String title() {
        return MESSAGES.text(id + ".title");
    }

    /** Returns what to do about its alerts. */
    public String remedy() {
        return MESSAGES.text(id + ".remedy");
    }

    /** Returns what an alert about a device says, if the rule has words for that. */
    public Optional<Reason> sentenceAbout(String device) {
        return hasSentence ? Optional.of(MESSAGES.reason(id + ".sentence", device)) : Optional.empty();
    }

    AlertRule withThreshold(double threshold) {
        if (limit == null) {
            return this;
        }
        return new AlertRule(id, signal, scope, severity, limit.withThreshold(threshold), pendingFor, keepFiringFor,
                promql, hasSentence);
    }
}
