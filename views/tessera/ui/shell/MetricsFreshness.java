package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import tessera.insight.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.Problem;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.Freshness;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;

/** How much of a fleet is measured, and how long ago, in a few words for the status bar. */
final class MetricsFreshness {

    private MetricsFreshness() {}

    /** Where older numbers come from than those read here; empty while that is nowhere, or not known yet. */
    static String history(PrometheusStatus prometheus) {
        return switch (prometheus) {
            case PrometheusStatus.PrometheusSearching _,PrometheusStatus.Nowhere _ -> "";
            case PrometheusStatus.PrometheusAvailable(var name, _, var knowsGpus, _) ->
                "history: " + name + (knowsGpus ? "" : ", no GPUs");
            case PrometheusStatus.PrometheusForbidden(_, var why) -> why.kind() == Problem.ProblemKind.FORBIDDEN
                    ? "Prometheus: not permitted"
                    : "Prometheus: no answer";
        };
    }

    /** Empty before anybody could have been asked. */
    static String of(GpuFleet fleet, PrometheusStatus prometheus, Instant now) {
        var readings = fleet.readings();
        if (fleet.nodes().isEmpty() || (readings.nodes().isEmpty() && readings.trouble() == null)) {
            return "";
        }
        if (readings.trouble() != null) {
            return "metrics: " + readings.trouble().headline();
        }
        var known = fleet.nodes().stream().map(node -> readings.node(node.name())).filter(Objects::nonNull).toList();
        var newest = known.stream().map(NodeReadings::at).filter(Objects::nonNull).max(Instant::compareTo);
        if (newest.isEmpty()) {
            return "metrics: none read";
        }
        long fresh = known.stream().filter(node -> node.freshness(readings.at()) == Freshness.FRESH).count();
        var told = prometheus instanceof PrometheusStatus.PrometheusAvailable(var name, _, _, _)
                ? known.stream().filter(node -> node.source().equals(name)).count()
                : 0;
        return "metrics: %s of %s, %s ago".formatted(NumberText.count(fresh),
                NumberText.of(fleet.nodes().size(), "node"),
                AgeText.brief(Duration.between(newest.get(), now)))
                + (told == 0 ? ""
                        : ", %s by Prometheus".formatted(told == known.size() ? "all" : NumberText.count(told)));
    }
}
