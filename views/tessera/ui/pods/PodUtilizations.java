package tessera.ui.pods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertsState;
import tessera.insight.GpuFleet;
import tessera.model.PodFacts;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MeasuredValue;
import tessera.model.reading.MetricReading.MissingValue;
import tessera.model.reading.ReportedHolder;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.kit.NumberText;

/** How busy pods keep the GPUs and instances that exporters say are theirs. */
final class PodUtilizations {

    private final GpuFleet fleet;
    private final Map<String, Integer> idle;
    private final Map<String, List<MetricReading>> readings = new HashMap<>();

    /** @param idle what fires as held and idle, by the pod that holds it */
    PodUtilizations(GpuFleet fleet, Map<String, Integer> idle) {
        this.fleet = fleet;
        this.idle = idle;
        for (var node : fleet.nodes()) {
            var recent = fleet.readings().recent(node.name());
            if (recent != null) {
                recent.devices().forEach(device -> read(device, node.info().pods()));
            }
        }
    }

    /** How many GPUs and instances of each pod fire as held and idle. */
    static Map<String, Integer> idle(AlertsState state) {
        return state.active().stream()
                .filter(alert -> alert.rule().equals(AlertBrief.IDLE) && alert.state() == Alert.State.FIRING)
                .flatMap(alert -> alert.holders().stream())
                .collect(Collectors.toMap(pod -> pod, pod -> 1, Integer::sum));
    }

    private void read(DeviceReadings device, List<PodFacts> here) {
        if (!device.cut()) {
            add(device.holders(), here, device.reading(Metric.UTILISATION));
        }
        for (var instance : device.instances()) {
            add(Optional.ofNullable(instance.holder()).stream().toList(), here, instance.reading(Metric.UTILISATION));
        }
    }

    /** For every pod that is meant, once: who shares a claim shares its device. */
    private void add(List<ReportedHolder> holders, List<PodFacts> here, MetricReading reading) {
        here.stream().filter(pod -> holders.stream().anyMatch(holder -> holder.means(pod)))
                .forEach(pod -> readings.computeIfAbsent(pod.key(), _ -> new ArrayList<>()).add(reading));
    }

    private Stream<MetricReading> of(PodFacts pod) {
        return readings.getOrDefault(pod.key(), List.of()).stream();
    }

    private static boolean measured(MetricReading reading) {
        return reading instanceof MeasuredValue;
    }

    /** Of some pods, as far as they are measured now. */
    PodUtilization of(List<PodFacts> pods) {
        var measured = pods.stream().flatMap(this::of).filter(PodUtilizations::measured)
                .mapToDouble(reading -> reading instanceof MeasuredValue(double value) ? value : 0).toArray();
        if (measured.length == 0) {
            return new PodUtilization(new MissingValue(MetricReading.MissingReason.NOT_READ_YET), why(pods.getFirst()),
                    "");
        }
        long told = pods.stream().filter(pod -> of(pod).anyMatch(PodUtilizations::measured)).count();
        double mean = Arrays.stream(measured).average().orElseThrow();
        var words = measured.length == 1 && pods.size() == 1 ? "Measured now"
                : "Mean of what is measured now of " + (told == pods.size() ? NumberText.of(told, "pod")
                        : "%s of %s".formatted(NumberText.count(told), NumberText.of(pods.size(), "pod")));
        int resting = pods.stream().filter(pod -> of(pod).anyMatch(PodUtilizations::measured))
                .mapToInt(pod -> idle.getOrDefault(pod.key(), 0)).sum();
        return new PodUtilization(new MeasuredValue(mean), words,
                resting == 0 ? "" : resting >= measured.length ? "idle" : resting + " idle");
    }

    private String why(PodFacts pod) {
        var node = fleet.readings().node(pod.node());
        if (node == null) {
            return "Its node is not measured";
        }
        if (fleet.readings().recent(pod.node()) == null) {
            return node.at() == null ? "Not measured: " + node.reason().words() : "Not measured of late";
        }
        return of(pod).findFirst().map(reading -> reading instanceof MissingValue(var reason) ? reason.words() : "")
                .map(reason -> "Not measured: " + reason)
                .orElse("Its exporter does not name who uses which GPU");
    }
}
