package tessera.scheduling;

import java.util.List;
import tessera.insight.GpuFleet;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.spec.ManifestPods;

/**
 * How pods would fare that are not created yet, asked again and again in one cluster: what is about no single manifest is read
 * now and then. Each question waits for the cluster. Any thread.
 */
public final class LaunchChecks {

    private final FitCheck check = new FitCheck(MigProducts.bundled());
    private final ObjectSource cluster;
    private final SchedulingContextCache neighbourhoods;

    /** Those of a cluster. */
    public LaunchChecks(ObjectSource cluster) {
        this.cluster = cluster;
        neighbourhoods = new SchedulingContextCache(cluster);
    }

    /** The same with the pods that only the cluster tells of. */
    public ManifestPods.Brought told(ManifestPods.Brought manifest) throws Failure, InterruptedException {
        return new TrainingRuntimes(cluster).filled(manifest);
    }

    /** How it stands with the pods of a manifest, those that are alike together, each looked at as if it came alone. */
    public List<LaunchOutcome> of(GpuFleet fleet, ManifestPods.Brought manifest) throws Failure, InterruptedException {
        return judged(fleet, told(manifest));
    }

    /** The same of one that was told of before. */
    public List<LaunchOutcome> judged(GpuFleet fleet, ManifestPods.Brought told) throws Failure, InterruptedException {
        return new LaunchCheck(check, cluster, neighbourhoods.now()).of(fleet, told.merged());
    }

    /** How it would stand with the pods of work that is suspended, if it were not; none where it is gone. */
    public List<LaunchOutcome> resumed(GpuFleet fleet, ObjectRef work) throws Failure, InterruptedException {
        var kind = SuspensionRules.of(work.apiVersion(), work.kind());
        if (kind.isEmpty()) {
            return List.of();
        }
        var object = cluster.object(work).filter(kind.get()::on);
        return object.isEmpty() ? List.of()
                : of(fleet, ManifestPods.of(List.of(object.get()), work.namespace()));
    }
}
