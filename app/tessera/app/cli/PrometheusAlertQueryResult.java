package tessera.app.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tessera.app.report.AlertsReport.PrometheusAlertsInput;
import tessera.app.wiring.ClusterSelectionService;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * The alerts of a Prometheus server, for a command that prints.
 *
 * @param problemText what is not known, and why; empty when all is
 */
public record PrometheusAlertQueryResult(PrometheusAlertsInput serverAlerts, Optional<String> problemText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusAlertQueryResult.class);

    /** Queries as soon as Prometheus answers, or its absence is known, or the timeout passes. */
    public static PrometheusAlertQueryResult of(ClusterSelectionService clusterSelection, Duration timeout)
            throws ProblemException {
        MeasuredFleetSnapshot.awaitCondition(clusterSelection.prometheusStatus(), () -> !(clusterSelection
                .prometheusStatus().get() instanceof PrometheusDiscoveryStatus.PrometheusSearching), timeout);
        return switch (clusterSelection.prometheusStatus().get()) {
            case PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, _, var client) -> queryServer(name, client);
            case PrometheusDiscoveryStatus.PrometheusNotFound _ -> withProblem(MESSAGES.text("prometheus.none"));
            case PrometheusDiscoveryStatus.PrometheusForbidden(_, var problem) ->
                withProblem(MESSAGES.text("prometheus.failed", problem.singleLine()));
            case PrometheusDiscoveryStatus.PrometheusSearching _ -> withProblem(MESSAGES.text("prometheus.timeout"));
        };
    }

    private static PrometheusAlertQueryResult queryServer(String name, PrometheusClient client)
            throws ProblemException {
        try {
            var alerts = PrometheusAlertList.read(client);
            return new PrometheusAlertQueryResult(new PrometheusAlertsInput(name, alerts),
                    brokenRulesText(alerts.broken(), name).or(() -> noRulesText(name, alerts)));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        } catch (ProblemException problemException) {
            return new PrometheusAlertQueryResult(new PrometheusAlertsInput(name, PrometheusAlertList.none()), Optional
                    .of(MESSAGES.text("prometheus.alertsUnread", name, problemException.problem().singleLine())));
        }
    }

    private static Optional<String> noRulesText(String name, PrometheusAlertList alerts) {
        return Optional.of(MESSAGES.text("prometheus.noRules", name)).filter(_ -> alerts.rules() == 0);
    }

    private static Optional<String> brokenRulesText(List<PrometheusAlertList.BrokenPrometheusRule> rules, String name) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("prometheus.brokenRules", name, rules.getFirst().name(),
                rules.getFirst().error(), rules.size() - 1));
    }

    private static PrometheusAlertQueryResult withProblem(String complaint) {
        return new PrometheusAlertQueryResult(new PrometheusAlertsInput("", PrometheusAlertList.none()),
                Optional.of(complaint));
    }
}
