package tessera.plan.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.model.Problem;
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

/**
 * Plans the suspension and resumption of a workload. Pure.
 *
 * @param growth what new pods would find
 */
record WorkloadSuspendPlanner(WorkloadChangeTarget change, WorkloadGrowthCapacityCheck growth) {

    ChangePlan planSuspend(SuspendWorkloadIntent intent) {
        var kind = change.kind();
        if (kind.suspensionRules().isEmpty()) {
            return change.refusedPlan(intent, "A %s cannot be suspended".formatted(kind.kind()));
        }
        if (change.object().finished()) {
            return change.refusedPlan(intent, change.name() + " has ended already");
        }
        var suspension = kind.suspensionRules().get();
        var command = patchCommand(suspension, /* on= */ true);
        if (change.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        var barred = suspensionProblem();
        if (barred.isPresent()) {
            return change.refusedPlan(intent, barred.get());
        }
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(suspendStep(intent, suspension));
        var warnings = change.warnings();
        if (kind == WorkloadKind.CRON_JOB) {
            warnings.add("Jobs that it has begun run on; it begins no further ones");
            return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
        }
        long allocated = terminationEffect().countHeldAccelerators(change.pods());
        steps.addAll(PlanStepWithUndo.waitSteps(
                new PlanStep.AwaitClusterStateStep(change.object().object(),
                        new ExpectedClusterState.JobSuspensionExpectation(true),
                        intent.patience()),
                "Wait until none of its pods is left"));
        if (allocated > 0) {
            warnings.add("Frees %s; what its pods have not saved is lost"
                    .formatted(terminationEffect().heldText(change.pods())));
        }
        warnings.addAll(queueWarnings());
        return new ChangePlan(intent, steps, List.of(command),
                change.effectsOn(change.pods(), PodFate.ENDED, fateText()),
                warnings, List.of(), terminationEffect().isDangerous(allocated) ? change.name() : "");
    }

    private PlanStepWithUndo suspendStep(SuspendWorkloadIntent intent, WorkloadSuspensionFields suspension) {
        return new PlanStepWithUndo(
                change.patchOf(preconditionsOf(suspension), body -> setSuspension(body, suspension, /* on= */ true)),
                "Suspend " + change.name(), change.name() + " is suspended",
                recreatesPods() ? Optional.of(new ResumeWorkloadIntent(change.object().object(), intent.patience()))
                        : Optional.empty());
    }

    ChangePlan planResume(ResumeWorkloadIntent intent) {
        var kind = change.kind();
        if (kind.suspensionRules().isEmpty()) {
            return change.refusedPlan(intent, "A %s is never suspended".formatted(kind.kind()));
        }
        var suspension = kind.suspensionRules().get();
        var command = patchCommand(suspension, /* on= */ false);
        if (!change.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (change.object().finished() && !kind.isBuiltIn()) {
            return change.refusedPlan(intent, change.name() + " has ended already");
        }
        var warnings = change.warnings();
        warnings.addAll(growth.resumeWarnings());
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(
                new PlanStepWithUndo(
                        change.patchOf(preconditionsOf(suspension),
                                body -> setSuspension(body, suspension, /* on= */ false)),
                        "Resume " + change.name(), change.name() + " is told to run",
                        Optional.of(new SuspendWorkloadIntent(change.object().object(), intent.patience()))));
        if (kind != WorkloadKind.CRON_JOB) {
            steps.addAll(PlanStepWithUndo.waitSteps(
                    new PlanStep.AwaitClusterStateStep(change.object().object(),
                            new ExpectedClusterState.JobSuspensionExpectation(false),
                            intent.patience()),
                    "Wait until it makes pods again"));
        }
        return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
    }

    private WorkloadPodTerminationEffect terminationEffect() {
        return new WorkloadPodTerminationEffect(change.kind(), change.pods(), growth.ownerSpec(), change.input());
    }

    /** Returns the fate of each pod. */
    private String fateText() {
        if (change.kind() != WorkloadKind.WORKLOAD) {
            return "is deleted; another comes when the %s is resumed".formatted(change.kind().kind());
        }
        if (recreatesPods()) {
            return "is deleted; another comes when its queue lets it in again";
        }
        return "is deleted, and nobody makes it again";
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
    private List<String> queueWarnings() {
        var queue = growth.ownerSpec().queueName();
        if (queue.isEmpty() || change.kind() == WorkloadKind.WORKLOAD) {
            return List.of();
        }
        return List.of(("Its queue “%s” (Kueue) starts it again while it lets it in: suspend its Workload instead, "
                + "which is listed by kubectl get workloads.kueue.x-k8s.io -n %s").formatted(queue,
                        change.object().object().namespace()));
    }

    /** Returns why the controller would not suspend it; empty if it would. */
    private Optional<Problem> suspensionProblem() {
        var spec = change.object().json().path("spec");
        if (change.kind() != WorkloadKind.RAY_JOB) {
            return Optional.empty();
        }
        if (!spec.path("clusterSelector").isEmpty()) {
            return Optional.of(WorkloadChangeTarget.invalidInput(
                    "%s runs on a RayCluster that is there without it: KubeRay suspends no such RayJob".formatted(
                            change.name()),
                    "Suspend the RayCluster."));
        }
        if (spec.path("shutdownAfterJobFinishes").asBoolean()) {
            return Optional.empty();
        }
        return Optional.of(WorkloadChangeTarget.invalidInput(
                "KubeRay suspends a RayJob only where shutdownAfterJobFinishes is true, and that of %s is not"
                        .formatted(change.name()),
                "Have it say so first."));
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
