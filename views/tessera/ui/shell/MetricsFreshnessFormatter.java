package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import tessera.gpu.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.Problem;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;

/** Status bar text on the measured share of a fleet and the age of the measurements. */
final class MetricsFreshnessFormatter {

    private MetricsFreshnessFormatter() {}

    /** Returns the source of older measurements; empty while there is none or it is not known yet. */
    static String historyText(PrometheusDiscoveryStatus prometheus) {
        return switch (prometheus) {
            case PrometheusDiscoveryStatus.PrometheusSearching _,PrometheusDiscoveryStatus.PrometheusNotFound _ -> "";
            case PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, var knowsGpus, _) ->
                "history: " + name + (knowsGpus ? "" : ", no GPUs");
            case PrometheusDiscoveryStatus.PrometheusForbidden(_, var problem) ->
                problem.kind() == Problem.OperationProblemKind.FORBIDDEN
                        ? "Prometheus: not permitted"
                        : "Prometheus: no answer";
        };
    }

    /** Returns an empty text before any exporter could have been asked. */
    static String freshnessText(GpuFleet fleet, PrometheusDiscoveryStatus prometheus, Instant now) {
        var readings = fleet.readings();
        if (fleet.nodes().isEmpty() || (readings.nodes().isEmpty() && readings.problem() == null)) {
            return "";
        }
        if (readings.problem() != null) {
            return "metrics: " + readings.problem().headline();
        }
        var known = fleet.nodes().stream().map(node -> readings.readingsOf(node.name())).filter(Objects::nonNull)
                .toList();
        var newest = known.stream().map(NodeReadings::at).filter(Objects::nonNull).max(Instant::compareTo);
        if (newest.isEmpty()) {
            return "metrics: none read";
        }
        long fresh = known.stream().filter(node -> node.freshnessAt(readings.at()) == ReadingFreshness.FRESH).count();
        var told = prometheus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, _, _)
                ? known.stream().filter(node -> node.source().equals(name)).count()
                : 0;
        return "metrics: %s of %s, %s ago".formatted(GroupedNumberFormatter.count(fresh),
                GroupedNumberFormatter.withNoun(fleet.nodes().size(), "node"),
                AgeFormatter.brief(Duration.between(newest.get(), now)))
                + (told == 0 ? ""
                        : ", %s by Prometheus"
                                .formatted(told == known.size() ? "all" : GroupedNumberFormatter.count(told)));
    }
}
