package tessera.ui.inspect;

import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.mig.MigProductCatalog;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.PodFitCheck;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.PodPlacementInputReader;
import tessera.scheduling.SchedulingContextCache;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.PerClusterValue;

/** A source of why pods of the open cluster find no node, and of what would help them. Waits for the cluster. */
public final class PodUnschedulableReasonReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodUnschedulableReasonReader.class);

    private final OpenClusterSource services;
    private final PerClusterValue<SchedulingContextCache> perCluster = new PerClusterValue<>(
            SchedulingContextCache::new);

    public PodUnschedulableReasonReader(OpenClusterSource services) {
        this.services = services;
    }

    /** Reads a pod and works out how it fares. */
    public PodFitResult read(ObjectRef pod) throws ProblemException, InterruptedException {
        var objects = services.clusterServices().objectSource();
        var whole = objects.find(pod).orElseThrow(() -> new ProblemException(
                Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("why.podGone", pod.name()))));
        var spec = PodSchedulingSpec.of(whole);
        var surroundings = new PodPlacementInputReader(objects, perCluster.valueFor(services.clusterServices()))
                .read(spec);
        var fleet = fleet();
        return new PodFitCheck(MigProductCatalog.bundled())
                .check(fleet, spec, fleet.snapshot().findPod(pod.namespace(), pod.name()), surroundings)
                .withCommandTarget(services.commandTarget());
    }

    GpuFleet fleet() {
        return services.currentFleet(AcceleratorCatalog.standard());
    }
}
