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
 * The alerts of a Prometheus server, for a command that prints.
 *
 * @param problemText what is not known, and why; empty when all is
 */
record PrometheusRuleFindings(ServerAlertsInput serverAlerts, Optional<String> problemText) {

    /** Queries as soon as Prometheus answers, or its absence is known, or the timeout passes. */
    static PrometheusRuleFindings of(ClusterDesk desk, Duration timeout) throws Failure {
        MeasuredFleet.awaitCondition(desk.prometheusStatus(),
                () -> !(desk.prometheusStatus().get() instanceof PrometheusStatus.PrometheusSearching), timeout);
        return switch (desk.prometheusStatus().get()) {
            case PrometheusStatus.PrometheusAvailable(var name, _, _, var client) -> queryServer(name, client);
            case PrometheusStatus.PrometheusNotFound _ -> withProblem("no Prometheus is known in this cluster");
            case PrometheusStatus.PrometheusForbidden(_, var problem) ->
                withProblem("no Prometheus was asked: " + CliErrors.problemLine(problem));
            case PrometheusStatus.PrometheusSearching _ -> withProblem("no Prometheus was found in time");
        };
    }

    private static PrometheusRuleFindings queryServer(String name, PrometheusClient client) throws Failure {
        try {
            var alerts = ServerAlerts.read(client);
            return new PrometheusRuleFindings(new ServerAlertsInput(name, alerts),
                    brokenRulesText(alerts.broken(), name));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            return new PrometheusRuleFindings(new ServerAlertsInput(name, ServerAlerts.none()),
                    Optional.of(name + " does not tell its alerts: " + CliErrors.problemLine(failure.problem())));
        }
    }

    private static Optional<String> brokenRulesText(List<ServerAlerts.BrokenRule> rules, String name) {
        return rules.isEmpty() ? Optional.empty()
                : Optional.of("%s cannot evaluate %s: %s".formatted(name, rules.getFirst().name(),
                        rules.getFirst().error())
                        + (rules.size() > 1 ? ", and %d more rules".formatted(rules.size() - 1) : ""));
    }

    private static PrometheusRuleFindings withProblem(String complaint) {
        return new PrometheusRuleFindings(new ServerAlertsInput("", ServerAlerts.none()), Optional.of(complaint));
    }
}
