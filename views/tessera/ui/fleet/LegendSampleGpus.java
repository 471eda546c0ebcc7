package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.gpu.GpuNode.GpuNodeState;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ControllerRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.ui.heatmap.HeatmapLegendSample;

/** Sample GPUs for the legend, as plain as possible. */
final class LegendSampleGpus {

    /** So many GPUs has a node that stands for all. */
    static final int GPUS = 4;
    private static final int INSTANCES = 3;
    private static final int SHARES = 4;

    /** For lenses that show what is measured. */
    private static final DeviceReadings MEASURED = new DeviceReadings("", -1, "", "", List.of(),
            new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                    .set(DeviceMetric.MEMORY_USED, 1)
                    .set(DeviceMetric.MEMORY_TOTAL, 2)
                    .set(DeviceMetric.TEMPERATURE, 60).set(DeviceMetric.POWER, 0).toValues(),
            List.of());

    private final String namespace;

    /** @param namespace of those who hold something */
    LegendSampleGpus(String namespace) {
        this.namespace = namespace;
    }

    /** Returns a sample of a GPU and a node full of them. */
    HeatmapLegendSample nodeSample(GpuHeatmapTile tile) {
        return new HeatmapLegendSample(tile, Collections.nCopies(GPUS, tile), GpuNodeState.READY);
    }

    GpuHeatmapTile wholeGpu() {
        return gpuHeldBy(namespace);
    }

    GpuHeatmapTile migGpu() {
        return dividedTile(GpuAllocationKind.MIG, INSTANCES, holderPod(namespace));
    }

    GpuHeatmapTile sharedGpu() {
        return dividedTile(GpuAllocationKind.SHARED, SHARES, holderPod(namespace));
    }

    HeatmapLegendSample unhealthySample() {
        var broken = wholeTile(GpuTileStatus.UNHEALTHY);
        return new HeatmapLegendSample(broken, List.of(wholeGpu(), broken, wholeGpu(), wholeGpu()),
                GpuNodeState.UNHEALTHY);
    }

    static GpuHeatmapTile gpuHeldBy(String namespace) {
        return dividedTile(GpuAllocationKind.WHOLE, 1, holderPod(namespace));
    }

    static GpuHeatmapTile freeGpu() {
        return dividedTile(GpuAllocationKind.WHOLE, 1, null);
    }

    /** Returns a GPU with room for another instance. */
    static GpuHeatmapTile partlyCutGpu() {
        return createTile(GpuAllocationKind.MIG, GpuTileStatus.USABLE, List.of(tilePart(0, 0.6, null)));
    }

    static HeatmapLegendSample outOfServiceSample(GpuTileStatus status, GpuNodeState state) {
        return new HeatmapLegendSample(wholeTile(status), Collections.nCopies(GPUS, wholeTile(status)), state);
    }

    private static GpuHeatmapTile wholeTile(GpuTileStatus status) {
        return createTile(GpuAllocationKind.WHOLE, status, List.of(tilePart(0, 1, null)));
    }

    private static GpuHeatmapTile dividedTile(GpuAllocationKind form, int count, @Nullable PodSummary holder) {
        var parts = new ArrayList<AllocatableGpuPart>();
        for (int part = 0; part < count; part++) {
            parts.add(tilePart((double) part / count, 1.0 / count, holder));
        }
        return createTile(form, GpuTileStatus.USABLE, parts);
    }

    private static GpuHeatmapTile createTile(GpuAllocationKind form, GpuTileStatus status,
            List<AllocatableGpuPart> parts) {
        return new GpuHeatmapTile(form, status, -1, status == GpuTileStatus.USABLE ? MEASURED : null, parts);
    }

    private static AllocatableGpuPart tilePart(double start, double size, @Nullable PodSummary holder) {
        return new AllocatableGpuPart("", "", start, size, AllocatableGpuPart.NO_INSTANCE, holder);
    }

    private static PodSummary holderPod(String namespace) {
        return new PodSummary(namespace, "", "", "", "", PodPhase.RUNNING, "", "", "", ResourceAmounts.NONE,
                ControllerRef.NONE,
                Map.of(), 0, null, null, null, 0, 0, 0, List.of());
    }
}
