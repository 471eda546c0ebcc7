package tessera.cluster.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.cluster.helm.HelmLibrary.HelmCommandInput;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStepDryRun;
import tessera.plan.step.PlanStepListener;
import tessera.plan.step.PlanStepOutcome;

/**
 * Runner of the Helm steps of a plan. In read-only mode Helm is not started; were it started all the same, the gate would
 * refuse what it sends, as Helm has no other way to the cluster.
 */
public final class HelmStepExecutor {

    /** A little more than Helm's own where it has one, so that it is Helm who says that its time is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(HelmWorker.PATIENCE + 15);
    private static final Problem READ_ONLY = new Problem(ProblemKind.READ_ONLY, "Read-only mode does not start Helm",
            "",
            "Leave read-only mode to change the cluster.");

    private final ApiTransportSupplier route;
    private final Supplier<SessionAccessMode> mode;
    private final HelmReleaseAndChartReader releases;
    private final HelmHookProgressReader progress;
    private final UnfinishedReleaseReader remains;
    private final Duration timeout;
    private final HelmLibrary helm = new HelmLibrary();

    public HelmStepExecutor(ApiTransportSupplier route, Supplier<SessionAccessMode> mode,
            HelmReleaseAndChartReader releases) {
        this(route, mode, releases, PATIENCE);
    }

    /** @param timeout how long Helm may wait for one hook */
    HelmStepExecutor(ApiTransportSupplier route, Supplier<SessionAccessMode> mode, HelmReleaseAndChartReader releases,
            Duration timeout) {
        this.timeout = timeout;
        this.route = route;
        this.mode = mode;
        this.releases = releases;
        progress = new HelmHookProgressReader(route);
        remains = new UnfinishedReleaseReader(route, releases);
    }

    /**
     * The objects of a release before and after a piece of work.
     *
     * @param before  its objects as they are
     * @param after   its objects as they would be
     * @param hooks   what is made on the way; what is left of it from before Helm removes first
     * @param replacedCrds definitions of kinds that come with another chart: hooks of it may well bring them before all else
     * @param dryRun   both for people; what Secrets hold is hidden
     */
    public record ReleaseObjectsDiff(List<ObjectNode> before, List<ObjectNode> after, List<ObjectNode> hooks,
            List<ObjectNode> replacedCrds, PlanStepDryRun dryRun) {

        public ReleaseObjectsDiff {
            before = List.copyOf(before);
            after = List.copyOf(after);
            hooks = List.copyOf(hooks);
            replacedCrds = List.copyOf(replacedCrds);
        }
    }

    /** Returns the objects of the release now and after the work. */
    public ReleaseObjectsDiff rehearse(HelmOperation operation) throws ProblemException, InterruptedException {
        var before = releases.readRelease(operation.release(), Optional.empty()).map(now -> now.manifest()).orElse("");
        var after = releases.renderManifest(operation);
        var hooks = HelmYamlConverter.parseManifest(releases.readHooks(operation)).stream()
                .filter(hook -> operation.hookPhase()
                        .runsHook(hook.at("/metadata/annotations").path(HelmOperation.HOOK).asText("")))
                .toList();
        return new ReleaseObjectsDiff(HelmYamlConverter.parseManifest(before), HelmYamlConverter.parseManifest(after),
                hooks,
                HelmYamlConverter.parseManifest(releases.replacedCrds(operation)),
                new PlanStepDryRun(HelmYamlConverter.sortedManifest(before),
                        HelmYamlConverter.sortedManifest(after + HelmYamlConverter.keptObjects(before, after)),
                        List.of()));
    }

    /** Runs the work once. What Helm began and did not end is told as not known. */
    public PlanStepOutcome execute(HelmOperation operation, PlanStepListener attendant) throws InterruptedException {
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            return new PlanStepOutcome.StepFailed(READ_ONLY);
        }
        try {
            int newest = releases.newestRevision(operation.release());
            if (newest != operation.planned()) {
                return new PlanStepOutcome.StepFailed(
                        new Problem(ProblemKind.CONFLICT, "%s is at revision %d by now, not at %d"
                                .formatted(operation.release(), newest, operation.planned()), "", "Plan again."));
            }
            attendant.onWaiting("Helm is at work");
            return runHelm(operation, attendant);
        } catch (ProblemException problemException) {
            return new PlanStepOutcome.StepFailed(problemException.problem());
        }
    }

    private PlanStepOutcome runHelm(HelmOperation operation, PlanStepListener attendant)
            throws InterruptedException, ProblemException {
        var hooks = new HelmHookTracker(route);
        try {
            return releases.withFiles(operation, helmCommandInput -> {
                try (var door = HelmApiProxy.open(route,
                        operation instanceof HelmOperation.HelmRollback back && back.rewritesAll(),
                        hooks)) {
                    HelmCommandRun.start(() -> runThrough(door, operation, helmCommandInput), timeout).waitFor(hooks,
                            progress, attendant);
                    return new PlanStepOutcome.StepDone("");
                } catch (IOException e) {
                    throw new ProblemException(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                            .withDetail(String.valueOf(e.getMessage())), e);
                }
            });
        } catch (ProblemException problemException) {
            return hasBegun(operation)
                    ? new PlanStepOutcome.StepUnknown(
                            problemException.problem().withRemedy(remains.remedyText(operation)))
                    : new PlanStepOutcome.StepFailed(problemException.problem());
        }
    }

    private void runThrough(HelmApiProxy door, HelmOperation operation, HelmCommandInput helmCommandInput)
            throws ProblemException, InterruptedException {
        var kubeconfig = door.kubeconfig(helmCommandInput.release().namespace());
        try {
            switch (operation) {
                case HelmOperation.HelmInstall _ -> helm.install(helmCommandInput, kubeconfig);
                case HelmOperation.HelmUninstall(var release, var _, var _) -> helm.uninstall(release, kubeconfig);
                case HelmOperation.HelmUpgrade _,HelmOperation.HelmValuesUpgrade _,HelmOperation.HelmRollback _ ->
                    helm.upgrade(helmCommandInput, kubeconfig);
            }
        } catch (ProblemException problemException) {
            throw door.firstRefusal().map(problem -> new ProblemException(problem, problemException))
                    .orElse(problemException);
        }
    }

    /** Returns what is left of an unfinished piece of work and how to go on; each a sentence without a full stop. */
    public List<String> remainsOf(HelmOperation operation) throws InterruptedException {
        return remains.remainsOf(operation);
    }

    /** Returns whether Helm recorded that it began. Where that cannot be seen, it may have. */
    private boolean hasBegun(HelmOperation operation) throws InterruptedException {
        try {
            var now = releases.readRelease(operation.release(), Optional.empty());
            int newest = now.map(object -> object.revision()).orElse(0);
            return newest != operation.planned() || now.filter(object -> object.isPending()).isPresent();
        } catch (ProblemException _) {
            return true;
        }
    }
}
