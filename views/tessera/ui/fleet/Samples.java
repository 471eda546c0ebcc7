package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.Form;
import tessera.insight.GpuNode.State;
import tessera.insight.Tile;
import tessera.insight.Tile.Part;
import tessera.insight.Tile.Status;
import tessera.model.Owner;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.Resources;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.Values;
import tessera.ui.mosaic.Sample;

/** GPUs as plain as can be, for the legend to show. */
final class Samples {

    /** So many GPUs has a node that stands for all. */
    static final int GPUS = 4;
    private static final int INSTANCES = 3;
    private static final int SHARES = 4;

    /** For lenses that show what is measured. */
    private static final DeviceReadings MEASURED = new DeviceReadings("", -1, "", "", List.of(),
            new Values.Draft().set(Metric.UTILISATION, 0.5).set(Metric.MEMORY_USED, 1).set(Metric.MEMORY_TOTAL, 2)
                    .set(Metric.TEMPERATURE, 60).set(Metric.POWER, 0).done(),
            List.of());

    private final String namespace;

    /** @param namespace of those who hold something */
    Samples(String namespace) {
        this.namespace = namespace;
    }

    /** The GPU, and a node full of them. */
    Sample alike(Tile tile) {
        return new Sample(tile, Collections.nCopies(GPUS, tile), State.READY);
    }

    Tile whole() {
        return heldBy(namespace);
    }

    Tile instances() {
        return divided(Form.MIG, INSTANCES, holder(namespace));
    }

    Tile shares() {
        return divided(Form.SHARED, SHARES, holder(namespace));
    }

    Sample unhealthy() {
        var broken = tile(Status.UNHEALTHY);
        return new Sample(broken, List.of(whole(), broken, whole(), whole()), State.UNHEALTHY);
    }

    static Tile heldBy(String namespace) {
        return divided(Form.WHOLE, 1, holder(namespace));
    }

    static Tile free() {
        return divided(Form.WHOLE, 1, null);
    }

    /** A GPU of which an instance could still be cut. */
    static Tile unused() {
        return tile(Form.MIG, Status.USABLE, List.of(part(0, 0.6, null)));
    }

    static Sample out(Status status, State state) {
        return new Sample(tile(status), Collections.nCopies(GPUS, tile(status)), state);
    }

    private static Tile tile(Status status) {
        return tile(Form.WHOLE, status, List.of(part(0, 1, null)));
    }

    private static Tile divided(Form form, int count, @Nullable PodFacts holder) {
        var parts = new ArrayList<Part>();
        for (int part = 0; part < count; part++) {
            parts.add(part((double) part / count, 1.0 / count, holder));
        }
        return tile(form, Status.USABLE, parts);
    }

    private static Tile tile(Form form, Status status, List<Part> parts) {
        return new Tile(form, status, -1, status == Status.USABLE ? MEASURED : null, parts);
    }

    private static Part part(double start, double size, @Nullable PodFacts holder) {
        return new Part("", "", start, size, Part.NO_INSTANCE, holder);
    }

    private static PodFacts holder(String namespace) {
        return new PodFacts(namespace, "", "", "", "", PodPhase.RUNNING, "", "", "", Resources.NONE, Owner.NONE,
                Map.of(), 0, null, null, null, 0, 0, 0, List.of());
    }
}
