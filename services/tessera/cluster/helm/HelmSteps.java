package tessera.cluster.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.cluster.helm.HelmLibrary.Task;
import tessera.cluster.http.AccessMode;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.HelmWork;
import tessera.plan.step.StepDryRun;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/**
 * Has Helm do its part of a plan. In read-only mode Helm is not started; were it started all the same, the gate would
 * refuse what it sends, as Helm has no other way to the cluster.
 */
public final class HelmSteps {

    /** A little more than Helm's own where it has one, so that it is Helm who says that its time is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(HelmWorker.PATIENCE + 15);
    private static final Problem READ_ONLY = new Problem(ProblemKind.READ_ONLY, "Read-only mode does not start Helm",
            "",
            "Leave read-only mode to change the cluster.");

    private final ServerRoute way;
    private final Supplier<AccessMode> mode;
    private final HelmReleases releases;
    private final HookProgress progress;
    private final ReleaseRemains remains;
    private final Duration patience;
    private final HelmLibrary helm = new HelmLibrary();

    public HelmSteps(ServerRoute way, Supplier<AccessMode> mode, HelmReleases releases) {
        this(way, mode, releases, PATIENCE);
    }

    /** @param patience how long Helm may wait for one hook */
    HelmSteps(ServerRoute way, Supplier<AccessMode> mode, HelmReleases releases, Duration patience) {
        this.patience = patience;
        this.way = way;
        this.mode = mode;
        this.releases = releases;
        progress = new HookProgress(way);
        remains = new ReleaseRemains(way, releases);
    }

    /**
     * What a release is made of.
     *
     * @param before  its objects as they are
     * @param after   its objects as they would be
     * @param hooks   what is made on the way; what is left of it from before Helm removes first
     * @param renewed definitions of kinds that come with another chart: hooks of it may well bring them before all else
     * @param shown   both for people; what Secrets hold is hidden
     */
    public record ReleaseContents(List<ObjectNode> before, List<ObjectNode> after, List<ObjectNode> hooks,
            List<ObjectNode> renewed, StepDryRun shown) {

        public ReleaseContents {
            before = List.copyOf(before);
            after = List.copyOf(after);
            hooks = List.copyOf(hooks);
            renewed = List.copyOf(renewed);
        }
    }

    /** What the release makes now, and what it would make. */
    public ReleaseContents rehearse(HelmWork work) throws Failure, InterruptedException {
        var before = releases.release(work.release(), Optional.empty()).map(now -> now.manifest()).orElse("");
        var after = releases.manifest(work);
        var hooks = HelmYaml.objects(releases.hooks(work)).stream().filter(hook -> work.occasion()
                .runs(hook.at("/metadata/annotations").path(HelmWork.HOOK).asText(""))).toList();
        return new ReleaseContents(HelmYaml.objects(before), HelmYaml.objects(after), hooks,
                HelmYaml.objects(releases.renewed(work)),
                new StepDryRun(HelmYaml.sorted(before), HelmYaml.sorted(after + HelmYaml.kept(before, after)),
                        List.of()));
    }

    /** Does it, once. What Helm began and did not end is told as not known. */
    public StepOutcome execute(HelmWork work, StepListener attendant) throws InterruptedException {
        if (mode.get() == AccessMode.READ_ONLY) {
            return new StepOutcome.StepFailed(READ_ONLY);
        }
        try {
            int newest = releases.newest(work.release());
            if (newest != work.planned()) {
                return new StepOutcome.StepFailed(
                        new Problem(ProblemKind.CONFLICT, "%s is at revision %d by now, not at %d"
                                .formatted(work.release(), newest, work.planned()), "", "Plan again."));
            }
            attendant.hear("Helm is at work");
            return done(work, attendant);
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
        }
    }

    private StepOutcome done(HelmWork work, StepListener attendant) throws InterruptedException, Failure {
        var hooks = new HookWatch(way);
        try {
            return releases.prepared(work, task -> {
                try (var door = HelmApiProxy.open(way, work instanceof HelmWork.HelmRollback back && back.anew(),
                        hooks)) {
                    HelmRun.start(() -> through(door, work, task), patience).follow(hooks, progress, attendant);
                    return new StepOutcome.StepDone("");
                } catch (IOException e) {
                    throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                            .withDetail(String.valueOf(e.getMessage())), e);
                }
            });
        } catch (Failure failure) {
            return begun(work) ? new StepOutcome.StepUnknown(failure.problem().withRemedy(remains.wayOut(work)))
                    : new StepOutcome.StepFailed(failure.problem());
        }
    }

    private void through(HelmApiProxy door, HelmWork work, Task task) throws Failure, InterruptedException {
        var kubeconfig = door.kubeconfig(task.release().namespace());
        try {
            switch (work) {
                case HelmWork.HelmInstall _ -> helm.install(task, kubeconfig);
                case HelmWork.HelmUninstall(var release, var _, var _) -> helm.uninstall(release, kubeconfig);
                case HelmWork.HelmUpgrade _,HelmWork.Revalue _,HelmWork.HelmRollback _ ->
                    helm.upgrade(task, kubeconfig);
            }
        } catch (Failure failure) {
            throw door.refused().map(why -> new Failure(why, failure)).orElse(failure);
        }
    }

    /** What is there of a piece of work that was begun and not ended, and how to go on; each a sentence without a full stop. */
    public List<String> remains(HelmWork work) throws InterruptedException {
        return remains.of(work);
    }

    /** Whether Helm noted that it began. Where that cannot be seen, it may have. */
    private boolean begun(HelmWork work) throws InterruptedException {
        try {
            var now = releases.release(work.release(), Optional.empty());
            int newest = now.map(each -> each.revision()).orElse(0);
            return newest != work.planned() || now.filter(each -> each.pending()).isPresent();
        } catch (Failure _) {
            return true;
        }
    }
}
