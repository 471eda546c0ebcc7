package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.GroupForm;
import tessera.insight.GpuNode.State;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TilePart;
import tessera.insight.GpuTile.TileStatus;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.ResourceAmounts;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.ui.mosaic.MosaicSample;

/** Sample GPUs for the legend, as plain as possible. */
final class LegendGpus {

    /** So many GPUs has a node that stands for all. */
    static final int GPUS = 4;
    private static final int INSTANCES = 3;
    private static final int SHARES = 4;

    /** For lenses that show what is measured. */
    private static final DeviceReadings MEASURED = new DeviceReadings("", -1, "", "", List.of(),
            new MetricValues.ValuesDraft().set(Metric.UTILISATION, 0.5).set(Metric.MEMORY_USED, 1)
                    .set(Metric.MEMORY_TOTAL, 2)
                    .set(Metric.TEMPERATURE, 60).set(Metric.POWER, 0).toValues(),
            List.of());

    private final String namespace;

    /** @param namespace of those who hold something */
    LegendGpus(String namespace) {
        this.namespace = namespace;
    }

    /** Returns a sample of a GPU and a node full of them. */
    MosaicSample nodeSample(GpuTile tile) {
        return new MosaicSample(tile, Collections.nCopies(GPUS, tile), State.READY);
    }

    GpuTile wholeGpu() {
        return gpuHeldBy(namespace);
    }

    GpuTile migGpu() {
        return dividedTile(GroupForm.MIG, INSTANCES, holderPod(namespace));
    }

    GpuTile sharedGpu() {
        return dividedTile(GroupForm.SHARED, SHARES, holderPod(namespace));
    }

    MosaicSample unhealthySample() {
        var broken = wholeTile(TileStatus.UNHEALTHY);
        return new MosaicSample(broken, List.of(wholeGpu(), broken, wholeGpu(), wholeGpu()), State.UNHEALTHY);
    }

    static GpuTile gpuHeldBy(String namespace) {
        return dividedTile(GroupForm.WHOLE, 1, holderPod(namespace));
    }

    static GpuTile freeGpu() {
        return dividedTile(GroupForm.WHOLE, 1, null);
    }

    /** Returns a GPU with room for another instance. */
    static GpuTile partlyCutGpu() {
        return createTile(GroupForm.MIG, TileStatus.USABLE, List.of(tilePart(0, 0.6, null)));
    }

    static MosaicSample outOfServiceSample(TileStatus status, State state) {
        return new MosaicSample(wholeTile(status), Collections.nCopies(GPUS, wholeTile(status)), state);
    }

    private static GpuTile wholeTile(TileStatus status) {
        return createTile(GroupForm.WHOLE, status, List.of(tilePart(0, 1, null)));
    }

    private static GpuTile dividedTile(GroupForm form, int count, @Nullable PodFacts holder) {
        var parts = new ArrayList<TilePart>();
        for (int part = 0; part < count; part++) {
            parts.add(tilePart((double) part / count, 1.0 / count, holder));
        }
        return createTile(form, TileStatus.USABLE, parts);
    }

    private static GpuTile createTile(GroupForm form, TileStatus status, List<TilePart> parts) {
        return new GpuTile(form, status, -1, status == TileStatus.USABLE ? MEASURED : null, parts);
    }

    private static TilePart tilePart(double start, double size, @Nullable PodFacts holder) {
        return new TilePart("", "", start, size, TilePart.NO_INSTANCE, holder);
    }

    private static PodFacts holderPod(String namespace) {
        return new PodFacts(namespace, "", "", "", "", PodPhase.RUNNING, "", "", "", ResourceAmounts.NONE,
                OwnerRef.NONE,
                Map.of(), 0, null, null, null, 0, 0, 0, List.of());
    }
}
