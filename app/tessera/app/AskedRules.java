package tessera.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tessera.app.report.AlertsReport.Told;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.rule.ServerAlerts;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * What the rules of a Prometheus find, for a command that prints.
 *
 * @param complaint what is not known, and why; empty when all is
 */
record AskedRules(Told told, Optional<String> complaint) {

    /** As soon as it answered, or it is known that it does not, or when there was time enough. */
    static AskedRules of(ClusterDesk desk, Duration patience) throws Failure {
        MeasuredFleet.await(desk.prometheus(), () -> !(desk.prometheus().get() instanceof Standing.Sought), patience);
        return switch (desk.prometheus().get()) {
            case Standing.Here(var name, _, _, var client) -> read(name, client);
            case Standing.Nowhere _ -> without("no Prometheus is known in this cluster");
            case Standing.Refused(_, var why) -> without("no Prometheus was asked: " + Complaints.sentence(why));
            case Standing.Sought _ -> without("no Prometheus was found in time");
        };
    }

    private static AskedRules read(String name, PrometheusClient client) throws Failure {
        try {
            var alerts = ServerAlerts.read(client);
            return new AskedRules(new Told(name, alerts), broken(alerts.broken(), name));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            return new AskedRules(new Told(name, ServerAlerts.none()),
                    Optional.of(name + " does not tell its alerts: " + Complaints.sentence(failure.problem())));
        }
    }

    private static Optional<String> broken(List<ServerAlerts.Broken> rules, String name) {
        return rules.isEmpty() ? Optional.empty()
                : Optional.of("%s cannot evaluate %s: %s".formatted(name, rules.getFirst().name(),
                        rules.getFirst().error())
                        + (rules.size() > 1 ? ", and %d more rules".formatted(rules.size() - 1) : ""));
    }

    private static AskedRules without(String complaint) {
        return new AskedRules(new Told("", ServerAlerts.none()), Optional.of(complaint));
    }
}
