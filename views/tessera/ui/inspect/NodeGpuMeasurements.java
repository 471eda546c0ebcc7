package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.MigGpuLayout;
import tessera.gpu.MigLayoutDeriver;
import tessera.gpu.NodeGpuTileFactory;
import tessera.gpu.ReportedMigPlacements;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;

/**
 * Measurements and MIG layouts of a node's GPUs, or of those that a pod holds.
 *
 * @param devices its physical GPUs; of a pod, those devices and instances that it holds
 * @param layouts how its MIG GPUs are cut
 * @param sight   what of the pods is seen
 * @param missingReason why nothing is measured, in a sentence; empty where something is
 * @param ageText    how old the readings are, in words; empty while they are fresh
 * @param problemText why nothing newer is measured; may be empty
 * @param source  who told the readings; empty where nobody did
 */
record NodeGpuMeasurements(List<GpuDevice> devices, List<MigGpuLayout> layouts, PodListCompleteness sight,
        String missingReason, String ageText, String problemText, String source) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuMeasurements.class);
    static final NodeGpuMeasurements NONE = new NodeGpuMeasurements(List.of(), List.of(), PodListCompleteness.ALL, "",
            "", "", "");

    NodeGpuMeasurements {
        devices = List.copyOf(devices);
        layouts = List.copyOf(layouts);
    }

    static NodeGpuMeasurements of(GpuFleet fleet, GpuNode node, Instant now) {
        return of(fleet, node, now, ReportedMigPlacements.NOTHING);
    }

    /** @param reportedPlacements where somebody told that MIG instances lie */
    static NodeGpuMeasurements of(GpuFleet fleet, GpuNode node, Instant now, ReportedMigPlacements reportedPlacements) {
        var all = fleet.readings();
        var readings = all.readingsOf(node.name());
        var tiles = NodeGpuTileFactory.tilesOf(node, readings);
        var boards = GpuDevice.devicesOf(node, readings, tiles, all.at()).stream()
                .filter(device -> !device.isInstance()).toList();
        var at = readings == null ? null : readings.at();
        boolean fresh = readings != null && readings.freshnessAt(all.at()) == NodeReadings.ReadingFreshness.FRESH;
        var aged = at == null || fresh ? "" : AgeFormatter.brief(Duration.between(at, now));
        var problem = readings == null ? null : readings.problem();
        return new NodeGpuMeasurements(boards,
                MigLayoutDeriver.layoutsOf(node, readings, tiles, all.at(), reportedPlacements),
                node.sight(fleet.snapshot().podVisibility()), at == null ? missingReason(all, readings) : "", aged,
                at == null || problem == null ? "" : problem.problemText(), readings == null ? "" : readings.source());
    }

    /** Returns those of one device, and the layout of its board. */
    NodeGpuMeasurements onlyOf(GpuDevice device) {
        return new NodeGpuMeasurements(List.of(device),
                layouts.stream().filter(layout -> device.index() >= 0 && layout.index() == device.index()).toList(),
                sight, missingReason, ageText, problemText, source);
    }

    /** Returns the devices that a pod holds, as far as they are known. */
    static NodeGpuMeasurements heldBy(GpuFleet fleet, PodSummary pod, InspectorInput query) {
        var node = fleet.node(pod.node());
        var inspectedDevices = InspectedDevices.of(fleet, query.target(), null);
        if (node.isEmpty() || (inspectedDevices.devices().isEmpty() && !node.get().holders().contains(pod))) {
            return NONE;
        }
        var all = of(fleet, node.get(), query.now());
        return new NodeGpuMeasurements(inspectedDevices.devices(), List.of(), all.sight(),
                inspectedDevices.devices().isEmpty() ? inspectedDevices.missingReason() : all.missingReason(),
                all.ageText(), all.problemText(), all.source());
    }

    private static String missingReason(FleetReadings all, @Nullable NodeReadings readings) {
        if (all.problem() != null) {
            return MESSAGES.text("gpus.noMetrics", all.problem().problemText());
        }
        if (readings != null && readings.problem() != null) {
            return MESSAGES.text("gpus.noMetrics", readings.problem().problemText());
        }
        var reason = readings == null ? MetricReading.MissingValueReason.NOT_READ_YET : readings.missingReason();
        if (reason == MetricReading.MissingValueReason.NOT_READ_YET) {
            return MESSAGES.text("gpus.noMetricsYet");
        }
        return MESSAGES.text("gpus.noMetrics", reason.reasonText());
    }
}
