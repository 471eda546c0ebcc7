package tessera.ui.inspect;

import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.mig.MigProductCatalog;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.LivePlacementInputReader;
import tessera.scheduling.PodFitCheck;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.SchedulingContextCache;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.PerClusterValue;

/** A source of why pods of the open cluster find no node, and of what would help them. Waits for the cluster. */
public final class PodUnschedulableReasonReader {

    private final AppServices desk;
    private final PerClusterValue<SchedulingContextCache> around = new PerClusterValue<>(
            SchedulingContextCache::new);

    public PodUnschedulableReasonReader(AppServices desk) {
        this.desk = desk;
    }

    /** Reads a pod and works out how it fares. */
    public PodFitResult read(ObjectRef pod) throws ProblemException, InterruptedException {
        var objects = desk.clusterServices().objectSource();
        var whole = objects.find(pod).orElseThrow(() -> new ProblemException(
                Problem.of(ProblemKind.NOT_FOUND, "There is no pod %s any more".formatted(pod.name()))));
        var spec = PodSchedulingSpec.of(whole);
        var surroundings = new LivePlacementInputReader(objects, around.valueFor(desk.clusterServices())).read(spec);
        var fleet = fleet();
        return new PodFitCheck(MigProductCatalog.bundled())
                .check(fleet, spec, fleet.snapshot().findPod(pod.namespace(), pod.name()), surroundings)
                .withCommandTarget(desk.commandTarget());
    }

    GpuFleet fleet() {
        return desk.newFleetReader(AcceleratorCatalog.standard()).read(
                desk.snapshots().get(),
                desk.deviceReadings().get());
    }
}
