package tessera.app;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;

/** A command that plans what becomes of a release. */
abstract class ReleasePlanCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ReleaseOptions release = new ReleaseOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    /** What is wanted. */
    abstract ReleaseIntent intent() throws Failure;

    /** What is wanted where that depends on the cluster. */
    ReleaseIntent intent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        return asked;
    }

    final Duration patience() {
        return planning.patience();
    }

    final ReleaseName release() {
        return release.name();
    }

    @Override
    public Integer call() throws Failure {
        var wanted = intent();
        planning.check();
        try (var desk = cluster.opened()) {
            return planning.run(desk, intent(desk, wanted));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
