package tessera.metrics.prometheus.rule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.PrometheusReportedAlert;
import tessera.metrics.prometheus.answer.PrometheusReportedRule;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The alerts of a Prometheus at one time.
 *
 * @param alerts   firing and pending ones
 * @param rules    how many rules can alert; −1 where the server does not tell its rules
 * @param broken   rules that cannot be evaluated
 * @param warnings of the server, in its words
 */
public record PrometheusAlertList(List<PrometheusAlertWithRule> alerts, int rules, List<BrokenPrometheusRule> broken,
        List<String> warnings) {

    private static final PrometheusAlertList NONE = new PrometheusAlertList(List.of(), 0, List.of(), List.of());

    /**
     * A rule that cannot be evaluated.
     *
     * @param error why, in the server's words
     */
    public record BrokenPrometheusRule(String name, String error) {}

    public PrometheusAlertList {
        alerts = List.copyOf(alerts);
        broken = List.copyOf(broken);
        warnings = List.copyOf(warnings);
    }

    public static PrometheusAlertList none() {
        return NONE;
    }

    /** Reads rules and alerts; alerts alone where the server does not list rules. Waits; not for the FX thread. */
    public static PrometheusAlertList read(PrometheusClient client) throws ProblemException, InterruptedException {
        try {
            var result = client.rules();
            var alerts = new ArrayList<PrometheusAlertWithRule>();
            var broken = new ArrayList<BrokenPrometheusRule>();
            int rules = 0;
            for (var group : result.data()) {
                for (var rule : group.rules()) {
                    if (rule.type().equals("alerting")) {
                        rules++;
                        rule.alerts().forEach(alert -> alerts.add(alertOf(rule, alert)));
                    }
                    if (rule.health().equals("err")) {
                        broken.add(new BrokenPrometheusRule(rule.name(), rule.error()));
                    }
                }
            }
            return new PrometheusAlertList(alerts, rules, broken, result.warnings());
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                throw problemException;
            }
            var result = client.alerts();
            return new PrometheusAlertList(result.data().stream().map(alert -> alertOf("", "", alert)).toList(), -1,
                    List.of(), result.warnings());
        }
    }

    private static PrometheusAlertWithRule alertOf(PrometheusReportedRule rule, PrometheusReportedAlert alert) {
        var plain = alertOf(rule.name(), rule.query(), alert);
        return new PrometheusAlertWithRule(plain.name(), plain.state(), plain.since(), plain.value(),
                plain.expression(), rule.lasting(), plain.labels(), plain.annotations());
    }

    private static PrometheusAlertWithRule alertOf(String name, String expression, PrometheusReportedAlert alert) {
        Map<String, String> labels = new HashMap<>(alert.labels());
        var told = labels.remove("alertname");
        return new PrometheusAlertWithRule(name.isEmpty() && told != null ? told : name,
                alert.state().equals("firing") ? PrometheusAlertWithRule.PrometheusAlertState.FIRING
                        : PrometheusAlertWithRule.PrometheusAlertState.PENDING,
                alert.activeAt(), alert.value(), expression, Duration.ZERO, labels, alert.annotations());
    }
}
