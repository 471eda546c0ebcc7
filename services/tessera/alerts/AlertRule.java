package tessera.alerts;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An alert rule: signal, scope, limit, severity and the time before it fires.
 *
 * @param id       stable name, e.g. {@code gpu-temperature-warning}
 * @param title    a few words
 * @param scope    what one alert is about
 * @param limit    where the signal begins to be wrong; null where it is a condition that holds or does not
 * @param pendingFor how long it must be wrong before it is an alert
 * @param keepFiringFor     how long a single event stays an alert when nothing else speaks for it; zero for what lasts by itself
 * @param remedy   what to do about it
 * @param promql   the same question to Prometheus, with {@code {threshold}} in it; empty where Prometheus cannot tell, and for XIDs,
 *                 whose codes are in their catalogue
 * @param sentence what an alert says, with {@code {device}} in it; empty where the signal has its own words
 */
public record AlertRule(String id, String title, AlertSignal signal, AlertSubjectKind scope,
        AlertOrFindingSeverity severity,
        @Nullable AlertThreshold limit,
        Duration pendingFor, Duration keepFiringFor, String remedy, String promql, String sentence) {

    /** The kind of subject of one alert. */
    public enum AlertSubjectKind {
        /** A physical device, whatever it is cut into. */
        DEVICE,
        /** What is handed out: a device, or each of its MIG instances. */
        INSTANCE,
        NODE
    }

    AlertRule withThreshold(double threshold) {
        if (limit == null) {
            return this;
        }
        return new AlertRule(id, title, signal, scope, severity, limit.withThreshold(threshold), pendingFor,
                keepFiringFor, remedy,
                promql, sentence);
    }
}
