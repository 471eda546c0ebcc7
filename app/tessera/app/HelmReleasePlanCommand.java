package tessera.app;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** A command that plans a change of a release. */
abstract class HelmReleasePlanCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    @Mixin
    private ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private HelmReleaseOptions release = new HelmReleaseOptions();

    @Mixin
    private PlanApplyOptions planning = new PlanApplyOptions();

    /** Returns the intent. */
    abstract GpuStackReleaseIntent intent() throws ProblemException;

    /** Returns the intent completed with the cluster's data. */
    GpuStackReleaseIntent completeIntent(ClusterSelectionService desk, GpuStackReleaseIntent asked)
            throws ProblemException, InterruptedException {
        return asked;
    }

    final Duration clusterTimeout() {
        return planning.clusterTimeout();
    }

    final HelmReleaseNamespacedName release() {
        return release.name();
    }

    @Override
    public Integer call() throws ProblemException {
        var wanted = intent();
        planning.checkConfirmation();
        try (var desk = cluster.openDesk()) {
            return planning.previewOrApply(desk, completeIntent(desk, wanted));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
