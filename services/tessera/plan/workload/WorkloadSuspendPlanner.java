package tessera.plan.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.plan.intent.WorkloadChangeIntent.ResumeWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.SuspendWorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.text.MessageCatalog;

/**
 * Plans the suspension and resumption of a workload. Pure.
 *
 * @param growth what new pods would find
 */
record WorkloadSuspendPlanner(WorkloadChangeTarget change, WorkloadGrowthCapacityCheck growth) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadSuspendPlanner.class);

    ChangePlan planSuspend(SuspendWorkloadIntent intent) {
        var kind = change.kind();
        if (kind.suspensionRules().isEmpty() || change.object().finished()) {
            return WorkloadChangeTarget.refusedPlan(intent,
                    kind.suspensionRules().isEmpty()
                            ? new WorkloadChangeRefusal.SuspendUnsupported(kind.kind(), change.name())
                            : new WorkloadChangeRefusal.WorkloadFinished(change.name()));
        }
        var suspension = kind.suspensionRules().get();
        var command = patchCommand(suspension, /* on= */ true);
        if (change.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        var barred = suspensionProblem();
        if (barred.isPresent()) {
            return WorkloadChangeTarget.refusedPlan(intent, barred.get());
        }
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(suspendStep(intent, suspension));
        var warnings = change.warnings();
        if (kind == WorkloadKind.CRON_JOB) {
            warnings.add(new WorkloadChangeWarning.StartedJobsContinue());
            return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
        }
        long allocated = terminationEffect().countHeldAccelerators(change.pods());
        steps.addAll(PlanStepWithUndo.waitSteps(
                new PlanStep.AwaitClusterStateStep(change.object().object(),
                        new ExpectedClusterState.JobSuspensionExpectation(true), intent.patience()),
                MESSAGES.text("step.none-left")));
        if (allocated > 0) {
            var freed = terminationEffect().heldText(change.pods());
            warnings.add(new WorkloadChangeWarning.GpuWorkLostAndGpusFreed(freed));
        }
        warnings.addAll(queueWarnings());
        return new ChangePlan(intent, steps, List.of(command),
                change.effectsOn(change.pods(), PodFate.ENDED, outcomeOfPods()), warnings, List.of(),
                terminationEffect().isDangerous(allocated) ? change.name() : "");
    }

    private PlanStepWithUndo suspendStep(SuspendWorkloadIntent intent, WorkloadSuspensionFields suspension) {
        return new PlanStepWithUndo(
                change.patchOf(preconditionsOf(suspension), body -> setSuspension(body, suspension, /* on= */ true)),
                MESSAGES.text("step.suspend", change.name()), MESSAGES.text("step.suspended", change.name()),
                recreatesPods() ? Optional.of(new ResumeWorkloadIntent(change.object().object(), intent.patience()))
                        : Optional.empty());
    }

    ChangePlan planResume(ResumeWorkloadIntent intent) {
        var kind = change.kind();
        if (kind.suspensionRules().isEmpty()) {
            return WorkloadChangeTarget.refusedPlan(intent,
                    new WorkloadChangeRefusal.ResumeUnsupported(kind.kind(), change.name()));
        }
        var suspension = kind.suspensionRules().get();
        var command = patchCommand(suspension, /* on= */ false);
        if (!change.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (change.object().finished() && !kind.isBuiltIn()) {
            return WorkloadChangeTarget.refusedPlan(intent, new WorkloadChangeRefusal.WorkloadFinished(change.name()));
        }
        var warnings = change.warnings();
        warnings.addAll(growth.resumeWarnings());
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(new PlanStepWithUndo(
                change.patchOf(preconditionsOf(suspension), body -> setSuspension(body, suspension, /* on= */ false)),
                MESSAGES.text("step.resume", change.name()), MESSAGES.text("step.resumed", change.name()),
                Optional.of(new SuspendWorkloadIntent(change.object().object(), intent.patience()))));
        if (kind != WorkloadKind.CRON_JOB) {
            steps.addAll(PlanStepWithUndo.waitSteps(
                    new PlanStep.AwaitClusterStateStep(change.object().object(),
                            new ExpectedClusterState.JobSuspensionExpectation(false), intent.patience()),
                    MESSAGES.text("step.pods-again")));
        }
        return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
    }

    private WorkloadPodTerminationEffect terminationEffect() {
        return new WorkloadPodTerminationEffect(change.kind(), change.pods(), growth.ownerSpec(), change.input());
    }

    /** Returns the fate of each pod. */
    private RemovedPodOutcome outcomeOfPods() {
        if (change.kind() != WorkloadKind.WORKLOAD) {
            return new RemovedPodOutcome.RecreatedOnResume(change.kind().kind());
        }
        if (recreatesPods()) {
            return new RemovedPodOutcome.RecreatedOnAdmission();
        }
        return new RemovedPodOutcome.NeverRecreated();
    }

    /** Returns whether the pods are created again; not if a queue holds pods without an owner. */
    private boolean recreatesPods() {
        return change.kind() != WorkloadKind.WORKLOAD
                || change.pods().stream().allMatch(WorkloadSuspendPlanner::hasOwner);
    }

    private static boolean hasOwner(PodSummary pod) {
        return pod.owner().exists();
    }

    /** Warns that a queue restarts admitted work. */
    private List<WorkloadChangeWarning> queueWarnings() {
        var queue = growth.ownerSpec().queueName();
        if (queue.isEmpty() || change.kind() == WorkloadKind.WORKLOAD) {
            return List.of();
        }
        return List.of(new WorkloadChangeWarning.KueueResumesWorkload(queue, change.object().object().namespace()));
    }

    /** Returns why the controller would not suspend it; empty if it would. */
    private Optional<WorkloadChangeRefusal> suspensionProblem() {
        var spec = change.object().json().path("spec");
        if (change.kind() != WorkloadKind.RAY_JOB) {
            return Optional.empty();
        }
        if (!spec.path("clusterSelector").isEmpty()) {
            return Optional.of(new WorkloadChangeRefusal.RayClusterNotOwned(change.name()));
        }
        if (spec.path("shutdownAfterJobFinishes").asBoolean()) {
            return Optional.empty();
        }
        return Optional.of(new WorkloadChangeRefusal.RayJobKeepsCluster(change.name()));
    }

    private static ObjectNode setSuspension(ObjectNode body, WorkloadSuspensionFields suspension, boolean on) {
        int last = suspension.field().lastIndexOf('/');
        body.withObject(suspension.field().substring(0, last)).put(suspension.field().substring(last + 1),
                on == suspension.suspendedValue());
        return body;
    }

    private String patchCommand(WorkloadSuspensionFields suspension, boolean on) {
        return "kubectl patch %s -n %s%s -p '%s'".formatted(change.kubectlName(), change.object().object().namespace(),
                change.kind().isBuiltIn() ? "" : " --type=merge",
                setSuspension(JsonNodeFactory.instance.objectNode(), suspension, on));
    }

    private Map<String, @Nullable Object> preconditionsOf(WorkloadSuspensionFields suspension) {
        var relied = change.preconditions();
        if (change.object().suspended()) {
            relied.put(suspension.field(), suspension.suspendedValue());
        }
        return relied;
    }
}
