package tessera.app.cli;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.text.MessageCatalog;

/** A command that plans a change of a release. */
abstract class AbstractHelmReleasePlanCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AbstractHelmReleasePlanCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private HelmReleaseCommandLineOptions release = new HelmReleaseCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    /** Returns the intent. */
    abstract GpuStackReleaseIntent intent() throws ProblemException;

    /** Returns the intent completed with the cluster's data. */
    GpuStackReleaseIntent completeIntent(ClusterSelectionService clusterSelection, GpuStackReleaseIntent releaseIntent)
            throws ProblemException, InterruptedException {
        return releaseIntent;
    }

    final Duration clusterTimeout() {
        return applyOptions.clusterTimeout();
    }

    final HelmReleaseNamespacedName release() {
        return release.name();
    }

    @Override
    public Integer call() throws ProblemException {
        var releaseIntent = intent();
        applyOptions.checkConfirmation();
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, completeIntent(clusterSelection, releaseIntent));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
