package tessera.app;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;

/** A command that plans a change of a release. */
abstract class ReleasePlanCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ReleaseOptions release = new ReleaseOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    /** Returns the intent. */
    abstract ReleaseIntent intent() throws Failure;

    /** Returns the intent completed with the cluster's data. */
    ReleaseIntent completeIntent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        return asked;
    }

    final Duration clusterTimeout() {
        return planning.clusterTimeout();
    }

    final ReleaseName release() {
        return release.name();
    }

    @Override
    public Integer call() throws Failure {
        var wanted = intent();
        planning.checkConfirmation();
        try (var desk = cluster.openDesk()) {
            return planning.previewOrApply(desk, completeIntent(desk, wanted));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
