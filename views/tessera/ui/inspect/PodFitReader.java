package tessera.ui.inspect;

import tessera.alerts.RuleJudge;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.FitCheck;
import tessera.scheduling.PlacementInputReader;
import tessera.scheduling.PodFit;
import tessera.scheduling.SchedulingContextCache;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.ClusterScopedValue;

/** A source of why pods of the open cluster find no node, and of what would help them. Waits for the cluster. */
public final class PodFitReader {

    private final AppServices desk;
    private final ClusterScopedValue<SchedulingContextCache> around = new ClusterScopedValue<>(
            SchedulingContextCache::new);

    public PodFitReader(AppServices desk) {
        this.desk = desk;
    }

    /** Reads a pod and works out how it fares. */
    public PodFit read(ObjectRef pod) throws Failure, InterruptedException {
        var objects = desk.clusterServices().objectSource();
        var whole = objects.find(pod).orElseThrow(() -> new Failure(
                Problem.of(ProblemKind.NOT_FOUND, "There is no pod %s any more".formatted(pod.name()))));
        var spec = PodSchedulingSpec.of(whole);
        var surroundings = new PlacementInputReader(objects, around.valueFor(desk.clusterServices())).read(spec);
        var fleet = fleet();
        return new FitCheck(MigProducts.bundled())
                .check(fleet, spec, fleet.snapshot().findPod(pod.namespace(), pod.name()), surroundings)
                .withCommandTarget(desk.commandTarget());
    }

    GpuFleet fleet() {
        return new GpuFleet.FleetReader(AcceleratorCatalog.standard(), RuleJudge.standard()).read(
                desk.snapshots().get(),
                desk.deviceReadings().get());
    }
}
