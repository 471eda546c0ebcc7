package tessera.scheduling;

import java.util.List;
import tessera.insight.GpuFleet;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.spec.ManifestPods;

/**
 * Predicts placements of pods that do not exist yet; facts common to all manifests are cached. Each question waits for the cluster. Any thread.
 */
public final class LaunchPredictor {

    private final FitCheck check = new FitCheck(MigProducts.bundled());
    private final ObjectSource cluster;
    private final SchedulingContextCache neighbourhoods;

    /** Those of a cluster. */
    public LaunchPredictor(ObjectSource cluster) {
        this.cluster = cluster;
        neighbourhoods = new SchedulingContextCache(cluster);
    }

    /** Returns the manifest contents with the pods that only objects of the cluster describe. */
    public ManifestPods.ManifestContents resolveRuntimes(ManifestPods.ManifestContents manifest)
            throws Failure, InterruptedException {
        return new TrainingRuntimeReader(cluster).resolveRuntimes(manifest);
    }

    /** Returns an outcome for each set of identical pods of a manifest, as if it came alone. */
    public List<LaunchOutcome> checkManifest(GpuFleet fleet, ManifestPods.ManifestContents manifest)
            throws Failure, InterruptedException {
        return checkResolved(fleet, resolveRuntimes(manifest));
    }

    /** Returns the outcomes for a manifest whose runtimes have been resolved. */
    public List<LaunchOutcome> checkResolved(GpuFleet fleet, ManifestPods.ManifestContents told)
            throws Failure, InterruptedException {
        return new LaunchCheck(check, cluster, neighbourhoods.current()).checkAll(fleet, told.mergeIdentical());
    }

    /** Returns the outcomes for the pods of suspended work if it were resumed; empty where it does not exist. */
    public List<LaunchOutcome> checkResumed(GpuFleet fleet, ObjectRef work) throws Failure, InterruptedException {
        var kind = SuspensionFields.findRule(work.apiVersion(), work.kind());
        if (kind.isEmpty()) {
            return List.of();
        }
        var object = cluster.find(work).filter(kind.get()::isSuspended);
        return object.isEmpty() ? List.of()
                : checkManifest(fleet, ManifestPods.readContents(List.of(object.get()), work.namespace()));
    }
}
