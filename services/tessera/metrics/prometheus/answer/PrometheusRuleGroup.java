package tessera.metrics.prometheus.answer;

import java.time.Duration;
import java.util.List;

/**
 * A group of rules that are evaluated together.
 *
 * @param file     where they are written down
 * @param interval how often they are evaluated
 */
public record PrometheusRuleGroup(String name, String file, Duration interval, List<PrometheusReportedRule> rules) {

    public PrometheusRuleGroup {
        rules = List.copyOf(rules);
    }
}
