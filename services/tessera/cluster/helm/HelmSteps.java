package tessera.cluster.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.cluster.helm.HelmLibrary.Task;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.HelmWork;
import tessera.plan.step.StepDryRun;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/**
 * Runner of the Helm steps of a plan. In read-only mode Helm is not started; were it started all the same, the gate would
 * refuse what it sends, as Helm has no other way to the cluster.
 */
public final class HelmSteps {

    /** A little more than Helm's own where it has one, so that it is Helm who says that its time is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(HelmWorker.PATIENCE + 15);
    private static final Problem READ_ONLY = new Problem(ProblemKind.READ_ONLY, "Read-only mode does not start Helm",
            "",
            "Leave read-only mode to change the cluster.");

    private final ServerRoute route;
    private final Supplier<SessionAccessMode> mode;
    private final HelmReleases releases;
    private final HookProgress progress;
    private final ReleaseRemains remains;
    private final Duration timeout;
    private final HelmLibrary helm = new HelmLibrary();

    public HelmSteps(ServerRoute route, Supplier<SessionAccessMode> mode, HelmReleases releases) {
        this(route, mode, releases, PATIENCE);
    }

    /** @param timeout how long Helm may wait for one hook */
    HelmSteps(ServerRoute route, Supplier<SessionAccessMode> mode, HelmReleases releases, Duration timeout) {
        this.timeout = timeout;
        this.route = route;
        this.mode = mode;
        this.releases = releases;
        progress = new HookProgress(route);
        remains = new ReleaseRemains(route, releases);
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
    public record ReleaseContents(List<ObjectNode> before, List<ObjectNode> after, List<ObjectNode> hooks,
            List<ObjectNode> replacedCrds, StepDryRun dryRun) {

        public ReleaseContents {
            before = List.copyOf(before);
            after = List.copyOf(after);
            hooks = List.copyOf(hooks);
            replacedCrds = List.copyOf(replacedCrds);
        }
    }

    /** Returns the objects of the release now and after the work. */
    public ReleaseContents rehearse(HelmWork operation) throws Failure, InterruptedException {
        var before = releases.readRelease(operation.release(), Optional.empty()).map(now -> now.manifest()).orElse("");
        var after = releases.renderManifest(operation);
        var hooks = HelmYaml.parseManifest(releases.readHooks(operation)).stream().filter(hook -> operation.hookPhase()
                .runsHook(hook.at("/metadata/annotations").path(HelmWork.HOOK).asText(""))).toList();
        return new ReleaseContents(HelmYaml.parseManifest(before), HelmYaml.parseManifest(after), hooks,
                HelmYaml.parseManifest(releases.replacedCrds(operation)),
                new StepDryRun(HelmYaml.sortedManifest(before),
                        HelmYaml.sortedManifest(after + HelmYaml.keptObjects(before, after)),
                        List.of()));
    }

    /** Runs the work once. What Helm began and did not end is told as not known. */
    public StepOutcome execute(HelmWork operation, StepListener attendant) throws InterruptedException {
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            return new StepOutcome.StepFailed(READ_ONLY);
        }
        try {
            int newest = releases.newestRevision(operation.release());
            if (newest != operation.planned()) {
                return new StepOutcome.StepFailed(
                        new Problem(ProblemKind.CONFLICT, "%s is at revision %d by now, not at %d"
                                .formatted(operation.release(), newest, operation.planned()), "", "Plan again."));
            }
            attendant.onWaiting("Helm is at work");
            return runHelm(operation, attendant);
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
        }
    }

    private StepOutcome runHelm(HelmWork operation, StepListener attendant) throws InterruptedException, Failure {
        var hooks = new HookWatch(route);
        try {
            return releases.withFiles(operation, task -> {
                try (var door = HelmApiProxy.open(route,
                        operation instanceof HelmWork.HelmRollback back && back.rewritesAll(),
                        hooks)) {
                    HelmRun.start(() -> runThrough(door, operation, task), timeout).waitFor(hooks, progress, attendant);
                    return new StepOutcome.StepDone("");
                } catch (IOException e) {
                    throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                            .withDetail(String.valueOf(e.getMessage())), e);
                }
            });
        } catch (Failure failure) {
            return hasBegun(operation)
                    ? new StepOutcome.StepUnknown(failure.problem().withRemedy(remains.remedyText(operation)))
                    : new StepOutcome.StepFailed(failure.problem());
        }
    }

    private void runThrough(HelmApiProxy door, HelmWork operation, Task task) throws Failure, InterruptedException {
        var kubeconfig = door.kubeconfig(task.release().namespace());
        try {
            switch (operation) {
                case HelmWork.HelmInstall _ -> helm.install(task, kubeconfig);
                case HelmWork.HelmUninstall(var release, var _, var _) -> helm.uninstall(release, kubeconfig);
                case HelmWork.HelmUpgrade _,HelmWork.HelmSetValues _,HelmWork.HelmRollback _ ->
                    helm.upgrade(task, kubeconfig);
            }
        } catch (Failure failure) {
            throw door.firstRefusal().map(problem -> new Failure(problem, failure)).orElse(failure);
        }
    }

    /** Returns what is left of an unfinished piece of work and how to go on; each a sentence without a full stop. */
    public List<String> remainsOf(HelmWork operation) throws InterruptedException {
        return remains.remainsOf(operation);
    }

    /** Returns whether Helm recorded that it began. Where that cannot be seen, it may have. */
    private boolean hasBegun(HelmWork operation) throws InterruptedException {
        try {
            var now = releases.readRelease(operation.release(), Optional.empty());
            int newest = now.map(object -> object.revision()).orElse(0);
            return newest != operation.planned() || now.filter(object -> object.isPending()).isPresent();
        } catch (Failure _) {
            return true;
        }
    }
}
