package tessera.alerts;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to alarm about what.
 *
 * @param id       stable name, e.g. {@code gpu-temperature-warning}
 * @param title    a few words
 * @param scope    what one alert is about
 * @param limit    where the signal begins to be wrong; null where it is a condition that holds or does not
 * @param patience how long it must be wrong before it is an alert
 * @param hold     how long a single event stays an alert when nothing else speaks for it; zero for what lasts by itself
 * @param advice   what to do about it
 * @param promql   the same question to Prometheus, with {@code {threshold}} in it; empty where Prometheus cannot tell, and for XIDs,
 *                 whose codes are in their catalogue
 * @param sentence what an alert says, with {@code {device}} in it; empty where the signal has its own words
 */
public record AlertRule(String id, String title, AlertSignal signal, AlertScope scope, Severity severity,
        @Nullable AlertLimit limit,
        Duration patience, Duration hold, String advice, String promql, String sentence) {

    /** What one alert is about. */
    public enum AlertScope {
        /** A physical device, whatever it is cut into. */
        DEVICE,
        /** What is handed out: a device, or each of its MIG instances. */
        INSTANCE,
        NODE
    }

    AlertRule at(double threshold) {
        return limit == null ? this
                : new AlertRule(id, title, signal, scope, severity, limit.at(threshold), patience, hold, advice,
                        promql, sentence);
    }
}
