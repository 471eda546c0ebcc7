package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.insight.Fleet;
import tessera.insight.GpuDevice;
import tessera.insight.GpuLayout;
import tessera.insight.GpuNode;
import tessera.insight.MigLayouts;
import tessera.insight.Tiles;
import tessera.insight.ToldPlaces;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Reading;
import tessera.model.reading.Readings;
import tessera.ui.kit.Ages;

/**
 * What is measured of a node's GPUs, or of those that a pod holds, and how they are cut.
 *
 * @param devices its physical GPUs; of a pod, those devices and instances that it holds
 * @param layouts how its MIG GPUs are cut
 * @param sight   what of the pods is seen
 * @param silence why nothing is measured, in a sentence; empty where something is
 * @param aged    how old the readings are, in words; empty while they are fresh
 * @param trouble why nothing newer is measured; may be empty
 * @param source  who told the readings; empty where nobody did
 */
record NodeGpus(List<GpuDevice> devices, List<GpuLayout> layouts, PodSight sight, String silence, String aged,
        String trouble, String source) {

    static final NodeGpus NONE = new NodeGpus(List.of(), List.of(), PodSight.ALL, "", "", "", "");

    NodeGpus {
        devices = List.copyOf(devices);
        layouts = List.copyOf(layouts);
    }

    static NodeGpus of(Fleet fleet, GpuNode node, Instant now) {
        return of(fleet, node, now, ToldPlaces.NOTHING);
    }

    /** @param told where somebody told that MIG instances lie */
    static NodeGpus of(Fleet fleet, GpuNode node, Instant now, ToldPlaces told) {
        var all = fleet.readings();
        var readings = all.node(node.name());
        var tiles = Tiles.of(node, readings);
        var boards = GpuDevice.of(node, readings, tiles, all.at()).stream().filter(device -> !device.isInstance())
                .toList();
        var at = readings == null ? null : readings.at();
        boolean fresh = readings != null && readings.freshness(all.at()) == NodeReadings.Freshness.FRESH;
        var aged = at == null || fresh ? "" : Ages.brief(Duration.between(at, now));
        var trouble = readings == null ? null : readings.trouble();
        return new NodeGpus(boards, MigLayouts.of(node, readings, tiles, all.at(), told), fleet.snapshot().podSight(),
                at == null ? silence(all, readings) : "", aged,
                at == null || trouble == null ? "" : trouble.sentence(), readings == null ? "" : readings.source());
    }

    /** What is measured of the devices that a pod holds, as far as it is told which these are. */
    static NodeGpus heldBy(Fleet fleet, PodFacts pod, InspectorQuery query) {
        var node = fleet.node(pod.node());
        var held = Scope.of(fleet, query.target(), null);
        if (node.isEmpty() || (held.devices().isEmpty() && !node.get().holders().contains(pod))) {
            return NONE;
        }
        var all = of(fleet, node.get(), query.now());
        return new NodeGpus(held.devices(), List.of(), all.sight(),
                held.devices().isEmpty() ? held.lack() : all.silence(), all.aged(), all.trouble(),
                all.source());
    }

    private static String silence(Readings all, @Nullable NodeReadings readings) {
        if (all.trouble() != null) {
            return "Nothing is measured: " + all.trouble().sentence();
        }
        if (readings != null && readings.trouble() != null) {
            return "Nothing is measured: " + readings.trouble().sentence();
        }
        var reason = readings == null ? Reading.Reason.NOT_READ_YET : readings.reason();
        return reason == Reading.Reason.NOT_READ_YET ? "Nothing is measured yet"
                : "Nothing is measured: " + reason.words();
    }
}
