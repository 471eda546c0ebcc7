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

/** GPUs as plain as can be, for the legend to show. */
final class LegendSamples {

    /** So many GPUs has a node that stands for all. */
    static final int GPUS = 4;
    private static final int INSTANCES = 3;
    private static final int SHARES = 4;

    /** For lenses that show what is measured. */
    private static final DeviceReadings MEASURED = new DeviceReadings("", -1, "", "", List.of(),
            new MetricValues.ValuesDraft().set(Metric.UTILISATION, 0.5).set(Metric.MEMORY_USED, 1)
                    .set(Metric.MEMORY_TOTAL, 2)
                    .set(Metric.TEMPERATURE, 60).set(Metric.POWER, 0).done(),
            List.of());

    private final String namespace;

    /** @param namespace of those who hold something */
    LegendSamples(String namespace) {
        this.namespace = namespace;
    }

    /** The GPU, and a node full of them. */
    MosaicSample alike(GpuTile tile) {
        return new MosaicSample(tile, Collections.nCopies(GPUS, tile), State.READY);
    }

    GpuTile whole() {
        return heldBy(namespace);
    }

    GpuTile instances() {
        return divided(GroupForm.MIG, INSTANCES, holder(namespace));
    }

    GpuTile shares() {
        return divided(GroupForm.SHARED, SHARES, holder(namespace));
    }

    MosaicSample unhealthy() {
        var broken = tile(TileStatus.UNHEALTHY);
        return new MosaicSample(broken, List.of(whole(), broken, whole(), whole()), State.UNHEALTHY);
    }

    static GpuTile heldBy(String namespace) {
        return divided(GroupForm.WHOLE, 1, holder(namespace));
    }

    static GpuTile free() {
        return divided(GroupForm.WHOLE, 1, null);
    }

    /** A GPU of which an instance could still be cut. */
    static GpuTile unused() {
        return tile(GroupForm.MIG, TileStatus.USABLE, List.of(part(0, 0.6, null)));
    }

    static MosaicSample out(TileStatus status, State state) {
        return new MosaicSample(tile(status), Collections.nCopies(GPUS, tile(status)), state);
    }

    private static GpuTile tile(TileStatus status) {
        return tile(GroupForm.WHOLE, status, List.of(part(0, 1, null)));
    }

    private static GpuTile divided(GroupForm form, int count, @Nullable PodFacts holder) {
        var parts = new ArrayList<TilePart>();
        for (int part = 0; part < count; part++) {
            parts.add(part((double) part / count, 1.0 / count, holder));
        }
        return tile(form, TileStatus.USABLE, parts);
    }

    private static GpuTile tile(GroupForm form, TileStatus status, List<TilePart> parts) {
        return new GpuTile(form, status, -1, status == TileStatus.USABLE ? MEASURED : null, parts);
    }

    private static TilePart part(double start, double size, @Nullable PodFacts holder) {
        return new TilePart("", "", start, size, TilePart.NO_INSTANCE, holder);
    }

    private static PodFacts holder(String namespace) {
        return new PodFacts(namespace, "", "", "", "", PodPhase.RUNNING, "", "", "", ResourceAmounts.NONE,
                OwnerRef.NONE,
                Map.of(), 0, null, null, null, 0, 0, 0, List.of());
    }
}
