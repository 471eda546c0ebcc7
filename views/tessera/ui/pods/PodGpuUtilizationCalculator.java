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
import tessera.alerts.AlertSnapshot;
import tessera.gpu.GpuFleet;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MeasuredMetricReading;
import tessera.model.reading.MetricReading.MissingMetricReading;
import tessera.model.reading.ReportedDeviceUser;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;

/** Utilization of the GPUs and instances that exporters attribute to pods. */
final class PodGpuUtilizationCalculator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodGpuUtilizationCalculator.class);

    private final GpuFleet fleet;
    private final Map<String, Integer> idleGpusByPod;
    private final Map<String, List<MetricReading>> readings = new HashMap<>();

    /** @param idleGpusByPod what fires as held and idle, by the pod that holds it */
    PodGpuUtilizationCalculator(GpuFleet fleet, Map<String, Integer> idleGpusByPod) {
        this.fleet = fleet;
        this.idleGpusByPod = idleGpusByPod;
        for (var node : fleet.nodes()) {
            var recent = fleet.readings().recentReadings(node.name());
            if (recent != null) {
                recent.devices().forEach(device -> readDevice(device, node.info().pods()));
            }
        }
    }

    /** Counts the GPUs and instances of each pod with an alert for being allocated and idle. */
    static Map<String, Integer> countIdleGpus(AlertSnapshot state) {
        return state.active().stream()
                .filter(alert -> alert.ruleId().equals(WallAlertSummary.IDLE)
                        && alert.state() == Alert.AlertState.FIRING)
                .flatMap(alert -> alert.holders().stream())
                .collect(Collectors.toMap(pod -> pod, pod -> 1, Integer::sum));
    }

    private void readDevice(DeviceReadings device, List<PodSummary> here) {
        if (!device.isPartitioned()) {
            addReadings(device.holders(), here, device.readingOf(DeviceMetric.UTILISATION));
        }
        for (var instance : device.instances()) {
            addReadings(Optional.ofNullable(instance.holder()).stream().toList(), here,
                    instance.readingOf(DeviceMetric.UTILISATION));
        }
    }

    /** Adds the reading once to every reported pod: pods that share a claim share its device. */
    private void addReadings(List<ReportedDeviceUser> holders, List<PodSummary> here, MetricReading reading) {
        for (var pod : here.stream().filter(pod -> isMeasuredHolder(pod, holders)).toList()) {
            readings.computeIfAbsent(pod.key(), _ -> new ArrayList<>()).add(reading);
        }
    }

    private static boolean isMeasuredHolder(PodSummary pod, List<ReportedDeviceUser> holders) {
        return holders.stream().anyMatch(holder -> holder.matchesPod(pod));
    }

    private Stream<MetricReading> readingsOf(PodSummary pod) {
        return readings.getOrDefault(pod.key(), List.of()).stream();
    }

    private static boolean isMeasured(MetricReading reading) {
        return reading instanceof MeasuredMetricReading;
    }

    /** Returns the utilization of some pods, as far as they are currently measured. */
    PodGpuUtilization utilizationOf(List<PodSummary> pods) {
        var measured = pods.stream().flatMap(this::readingsOf).filter(PodGpuUtilizationCalculator::isMeasured)
                .mapToDouble(reading -> reading instanceof MeasuredMetricReading(double value) ? value : 0).toArray();
        if (measured.length == 0) {
            return new PodGpuUtilization(new MissingMetricReading(MetricReading.MissingValueReason.NOT_READ_YET),
                    missingText(pods.getFirst()), "");
        }
        long told = pods.stream().filter(pod -> readingsOf(pod).anyMatch(PodGpuUtilizationCalculator::isMeasured))
                .count();
        double mean = Arrays.stream(measured).average().orElseThrow();
        String text;
        if (measured.length == 1 && pods.size() == 1) {
            text = MESSAGES.text("busy.now");
        } else {
            var all = CountedNoun.POD.countText(pods.size());
            text = told == pods.size() ? MESSAGES.text("busy.mean", all)
                    : MESSAGES.text("busy.meanOfSome", GroupedNumberFormatter.count(told), all);
        }
        int resting = pods.stream().filter(pod -> readingsOf(pod).anyMatch(PodGpuUtilizationCalculator::isMeasured))
                .mapToInt(pod -> idleGpusByPod.getOrDefault(pod.key(), 0)).sum();
        return new PodGpuUtilization(new MeasuredMetricReading(mean), text, idleText(resting, measured));
    }

    private static String idleText(int resting, double[] measured) {
        if (resting == 0) {
            return "";
        }
        if (resting >= measured.length) {
            return MESSAGES.text("busy.idle");
        }
        return MESSAGES.text("busy.idleCount", resting);
    }

    private String missingText(PodSummary pod) {
        var node = fleet.readings().readingsOf(pod.node());
        if (node == null) {
            return MESSAGES.text("busy.nodeUnmeasured");
        }
        if (fleet.readings().recentReadings(pod.node()) == null) {
            return node.at() == null ? MESSAGES.text("busy.unmeasured", node.missingReason().reasonText())
                    : MESSAGES.text("busy.stale");
        }
        return readingsOf(pod).findFirst()
                .map(reading -> reading instanceof MissingMetricReading(var reason) ? reason.reasonText() : "")
                .map(reason -> MESSAGES.text("busy.unmeasured", reason)).orElse(MESSAGES.text("busy.noUsers"));
    }
}
