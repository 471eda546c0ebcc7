package tessera.metrics.prometheus.answer;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A rule that a Prometheus reports.
 *
 * @param type    {@code alerting} or {@code recording}
 * @param state   {@code inactive}, {@code pending} or {@code firing}; empty for what records
 * @param health  {@code ok}, {@code err} or {@code unknown}
 * @param error   why it could not be evaluated, in the server's words; empty when it could
 * @param lasting how long it must hold before the alert fires
 */
public record PrometheusReportedRule(String type, String name, String query, String state, String health, String error,
        Duration lasting, Map<String, String> labels, Map<String, String> annotations,
        List<PrometheusReportedAlert> alerts) {

    public PrometheusReportedRule {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        alerts = List.copyOf(alerts);
    }
}
