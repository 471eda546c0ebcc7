package tessera.scheduling;

import java.util.List;
import tessera.gpu.GpuFleet;
import tessera.mig.MigProductCatalog;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.spec.ManifestPodFinder;

/**
 * Predicts placements of pods that do not exist yet; facts common to all manifests are cached. Each question waits for the cluster. Any thread.
 */
public final class ManifestPlacementPredictor {

    private final PodFitCheck check = new PodFitCheck(MigProductCatalog.bundled());
    private final ClusterObjectSource cluster;
    private final SchedulingContextCache neighbourhoods;

    /** Those of a cluster. */
    public ManifestPlacementPredictor(ClusterObjectSource cluster) {
        this.cluster = cluster;
        neighbourhoods = new SchedulingContextCache(cluster);
    }

    /** Returns the manifest contents with the pods that only objects of the cluster describe. */
    public ManifestPodFinder.ManifestContents resolveRuntimes(ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        return new TrainJobRuntimeReader(cluster).resolveRuntimes(manifest);
    }

    /** Returns an outcome for each set of identical pods of a manifest, as if it came alone. */
    public List<PredictedPodPlacement> checkManifest(GpuFleet fleet, ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        return checkResolved(fleet, resolveRuntimes(manifest));
    }

    /** Returns the outcomes for a manifest whose runtimes have been resolved. */
    public List<PredictedPodPlacement> checkResolved(GpuFleet fleet, ManifestPodFinder.ManifestContents contents)
            throws ProblemException, InterruptedException {
        return new ManifestPodPlacementCheck(check, cluster, neighbourhoods.current()).checkAll(fleet,
                contents.mergeIdentical());
    }

    /** Returns the outcomes for the pods of suspended work if it were resumed; empty where it does not exist. */
    public List<PredictedPodPlacement> checkResumed(GpuFleet fleet, ObjectRef workloadRef)
            throws ProblemException, InterruptedException {
        var kind = WorkloadSuspensionFields.findRule(workloadRef.apiVersion(), workloadRef.kind());
        if (kind.isEmpty()) {
            return List.of();
        }
        var object = cluster.find(workloadRef).filter(kind.get()::isSuspended);
        return object.isEmpty() ? List.of()
                : checkManifest(fleet, ManifestPodFinder.readContents(List.of(object.get()), workloadRef.namespace()));
    }
}
