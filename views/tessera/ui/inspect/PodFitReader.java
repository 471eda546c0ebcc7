package tessera.ui.inspect;

import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.FitCheck;
import tessera.scheduling.PodFit;
import tessera.scheduling.SchedulingContextCache;
import tessera.scheduling.SurroundingsReader;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.PerCluster;

/** A source of why pods of the open cluster find no node, and of what would help them. Waits for the cluster. */
public final class PodFitReader {

    private final AppServices desk;
    private final PerCluster<SchedulingContextCache> around = new PerCluster<>(SchedulingContextCache::new);

    public PodFitReader(AppServices desk) {
        this.desk = desk;
    }

    /** Reads a pod and works out how it fares. */
    public PodFit read(ObjectRef pod) throws Failure, InterruptedException {
        var objects = desk.reached().objects();
        var whole = objects.object(pod).orElseThrow(() -> new Failure(
                Problem.of(ProblemKind.NOT_FOUND, "There is no pod %s any more".formatted(pod.name()))));
        var wish = PodSchedulingSpec.of(whole);
        var surroundings = new SurroundingsReader(objects, around.of(desk.reached())).read(wish);
        var fleet = fleet();
        return new FitCheck(MigProducts.bundled())
                .of(fleet, wish, fleet.snapshot().pod(pod.namespace(), pod.name()), surroundings)
                .in(desk.target());
    }

    GpuFleet fleet() {
        return new GpuFleet.FleetReader(AcceleratorCatalog.standard()).read(desk.snapshots().get(),
                desk.readings().get());
    }
}
