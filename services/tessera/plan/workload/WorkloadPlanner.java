package tessera.plan.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.JsonPointers;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent.RestartWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ResumeWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ScaleWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.SuspendWorkloadIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/**
 * Plans changes of a workload: restart, scale, suspend and resume.
 *
 * @param growth what new ones would find
 */
record WorkloadPlanner(WorkloadChangeTarget change, WorkloadGrowthCapacityCheck growth) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadPlanner.class);
    /** The annotation by which kubectl has pods replaced. */
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";
    private static final String PER_DELETION = "OnDelete";

    ChangePlan plan(WorkloadChangeIntent intent, Instant now) {
        return switch (intent) {
            case RestartWorkloadIntent restart -> planRestart(restart, now);
            case ScaleWorkloadIntent scale -> planScale(scale);
            case SuspendWorkloadIntent suspend -> new WorkloadSuspendPlanner(change, growth).planSuspend(suspend);
            case ResumeWorkloadIntent resume -> new WorkloadSuspendPlanner(change, growth).planResume(resume);
            case WorkloadChangeIntent.DeletePodIntent _,WorkloadChangeIntent.EvictPodIntent _ ->
                throw new IllegalArgumentException("no workload");
        };
    }

    private WorkloadObjectState workloadObject() {
        return change.object();
    }

    private ChangePlan planRestart(RestartWorkloadIntent intent, Instant now) {
        var refusals = restartRefusals();
        var warnings = change.warnings();
        if (workloadObject().strategy().equals(PER_DELETION)) {
            warnings.add(new WorkloadChangeWarning.PodsReplacedOnDelete());
        } else if (workloadObject().partition() > 0) {
            warnings.add(new WorkloadChangeWarning.PartitionKeepsPods(workloadObject().partition()));
        } else {
            int after = change.kind().canScale() ? growth.ownerSpec().replicas() : change.pods().size();
            warnings.addAll(growth.surgeWarnings(after));
            warnings.addAll(growth.quotaWarnings(after));
        }
        boolean waits = workloadObject().strategy().equals(PER_DELETION);
        var replaced = replacedPods();
        long allocated = terminationEffect().countHeldAccelerators(replaced);
        if (!waits && allocated > 0) {
            warnings.add(new WorkloadChangeWarning.GpuWorkLost(terminationEffect().heldText(replaced)));
        }
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(PlanStepWithUndo.temporaryStep(restartPatch(now), MESSAGES.text("step.restart", change.name())));
        if (!waits) {
            steps.addAll(rolloutSteps(intent, true));
        }
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(),
                List.of("kubectl %s %s -n %s".formatted("rollout restart", change.kubectlName(),
                        workloadObject().object().namespace())),
                effectsOnPods(refusals, waits, replaced), warnings, refusals,
                !waits && terminationEffect().isDangerous(allocated) ? change.name() : "");
    }

    private PlanEffects effectsOnPods(List<Problem> refusals, boolean waits, List<PodSummary> replaced) {
        if (!refusals.isEmpty()) {
            return PlanEffects.NONE;
        }
        if (waits) {
            return change.effectsOn(change.pods(), PodFate.STAYS, new RemovedPodOutcome.RunsUntilDeleted());
        }
        return change.effectsOn(replaced, PodFate.ENDED, new RemovedPodOutcome.RolloutReplaces());
    }

    private List<PodSummary> replacedPods() {
        return workloadObject().partition() > 0 ? terminationEffect().podsFrom(workloadObject().partition())
                : change.pods();
    }

    private PlanStep.PatchObjectStep restartPatch(Instant now) {
        var relied = change.preconditions();
        relied.put("/spec/template/metadata/annotations/" + JsonPointers.escape(RESTARTED),
                workloadObject().restartedAt().isEmpty() ? null : workloadObject().restartedAt());
        return change.patchOf(relied, body -> body.putObject("spec").putObject("template").putObject("metadata")
                .putObject("annotations").put(RESTARTED, now.truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    private List<Problem> restartRefusals() {
        var refusals = new ArrayList<Problem>();
        if (!change.kind().canRestart()) {
            refusals.add(new WorkloadChangeRefusal.RestartUnsupported(change.kind().kind(), change.name()).toProblem());
        }
        if (workloadObject().paused()) {
            refusals.add(new WorkloadChangeRefusal.RolloutPaused(change.name()).toProblem());
        }
        return refusals;
    }

    private ChangePlan planScale(ScaleWorkloadIntent intent) {
        if (!change.kind().canScale()) {
            return WorkloadChangeTarget.refusedPlan(intent,
                    new WorkloadChangeRefusal.ScaleUnsupported(change.kind().kind(), change.name()));
        }
        int before = workloadObject().replicas();
        int after = intent.replicas();
        var command = "kubectl scale %s -n %s --replicas=%d".formatted(change.kubectlName(),
                workloadObject().object().namespace(), after);
        if (before == after) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        var relied = change.preconditions();
        relied.put("/spec/replicas", before);
        var patch = change.patchOf(relied, body -> body.putObject("spec").put("replicas", after));
        var step = new PlanStepWithUndo(patch, MESSAGES.text("step.scale", change.name(), before, after),
                MESSAGES.text("step.replicas", change.name(), after),
                Optional.of(new ScaleWorkloadIntent(workloadObject().object(), before, intent.patience())));
        var warnings = change.warnings();
        if (!workloadObject().scalers().isEmpty()) {
            warnings.add(new WorkloadChangeWarning.ScalerMayRevert(workloadObject().scalers()));
        }
        warnings.addAll(scaleWarnings(before, after, intent.patience()));
        var steps = new ArrayList<>(List.of(step));
        steps.addAll(rolloutSteps(intent, false));
        return new ChangePlan(intent, steps, List.of(command),
                change.effectsOn(terminationEffect()
                        .endingPods(before, after), PodFate.ENDED, new RemovedPodOutcome.ScaledAway()),
                warnings, List.of(),
                after < before
                        && terminationEffect().isDangerous(terminationEffect().countFreedAccelerators(before, after))
                                ? change.name()
                                : "");
    }

    private List<WorkloadChangeWarning> scaleWarnings(int before, int after, Duration timeout) {
        var texts = new ArrayList<WorkloadChangeWarning>();
        if (after < before) {
            texts.addAll(terminationEffect().scaleDownWarnings(before, after));
            long unready = terminationEffect().countUnreadyRemaining(before, after);
            if (unready > 0 && !timeout.isZero()) {
                texts.add(new WorkloadChangeWarning.UnreadyPodsDelayWait(unready, timeout.toSeconds()));
            }
        } else {
            texts.addAll(growth.growthWarnings(after - before));
            texts.addAll(growth.quotaWarnings(after));
        }
        return texts;
    }

    private WorkloadPodTerminationEffect terminationEffect() {
        return new WorkloadPodTerminationEffect(change.kind(), change.pods(), growth.ownerSpec(), change.input());
    }

    /** Returns the wait for the rollout; none if the patience is zero. */
    private List<PlanStepWithUndo> rolloutSteps(WorkloadChangeIntent intent, boolean anew) {
        return PlanStepWithUndo.waitSteps(
                new PlanStep.AwaitClusterStateStep(workloadObject().object(),
                        new ExpectedClusterState.RolloutCompletionExpectation(anew), intent.patience()),
                MESSAGES.text(anew ? "step.rollout" : "step.scaled"));
    }
}
