package tessera.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tessera.app.report.AlertsReport.ServerAlertsInput;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.rule.ServerAlerts;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * What the rules of a Prometheus find, for a command that prints.
 *
 * @param complaint what is not known, and why; empty when all is
 */
record PrometheusRuleQuery(ServerAlertsInput told, Optional<String> complaint) {

    /** As soon as it answered, or it is known that it does not, or when there was time enough. */
    static PrometheusRuleQuery of(ClusterDesk desk, Duration patience) throws Failure {
        MeasuredFleet.await(desk.prometheus(),
                () -> !(desk.prometheus().get() instanceof PrometheusStatus.PrometheusSearching), patience);
        return switch (desk.prometheus().get()) {
            case PrometheusStatus.PrometheusAvailable(var name, _, _, var client) -> read(name, client);
            case PrometheusStatus.Nowhere _ -> without("no Prometheus is known in this cluster");
            case PrometheusStatus.PrometheusForbidden(_, var why) ->
                without("no Prometheus was asked: " + CliErrors.sentence(why));
            case PrometheusStatus.PrometheusSearching _ -> without("no Prometheus was found in time");
        };
    }

    private static PrometheusRuleQuery read(String name, PrometheusClient client) throws Failure {
        try {
            var alerts = ServerAlerts.read(client);
            return new PrometheusRuleQuery(new ServerAlertsInput(name, alerts), broken(alerts.broken(), name));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            return new PrometheusRuleQuery(new ServerAlertsInput(name, ServerAlerts.none()),
                    Optional.of(name + " does not tell its alerts: " + CliErrors.sentence(failure.problem())));
        }
    }

    private static Optional<String> broken(List<ServerAlerts.BrokenRule> rules, String name) {
        return rules.isEmpty() ? Optional.empty()
                : Optional.of("%s cannot evaluate %s: %s".formatted(name, rules.getFirst().name(),
                        rules.getFirst().error())
                        + (rules.size() > 1 ? ", and %d more rules".formatted(rules.size() - 1) : ""));
    }

    private static PrometheusRuleQuery without(String complaint) {
        return new PrometheusRuleQuery(new ServerAlertsInput("", ServerAlerts.none()), Optional.of(complaint));
    }
}
