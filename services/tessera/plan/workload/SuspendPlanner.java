package tessera.plan.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.intent.WorkloadIntent.ResumeWorkload;
import tessera.plan.intent.WorkloadIntent.Suspend;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.model.PodEffect.Fate;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.scheduling.SuspensionRules;

/**
 * Plans how something that makes pods makes none for a time, and how it makes them again. Pure.
 *
 * @param growth what new pods would find
 */
record SuspendPlanner(WorkloadChange changed, WorkloadGrowth growth) {

    ChangePlan suspend(Suspend intent) {
        var kind = changed.kind();
        if (kind.suspension().isEmpty()) {
            return changed.refused(intent, "A %s cannot be suspended".formatted(kind.kind()));
        }
        if (changed.object().ended()) {
            return changed.refused(intent, changed.name() + " has ended already");
        }
        var how = kind.suspension().get();
        var command = command(how, /* on= */ true);
        if (changed.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        var barred = barred();
        if (barred.isPresent()) {
            return changed.refused(intent, barred.get());
        }
        var steps = new ArrayList<PlannedStep>();
        steps.add(new PlannedStep(changed.patch(relied(how), body -> told(body, how, /* on= */ true)),
                "Suspend " + changed.name(), changed.name() + " is suspended",
                comeAgain() ? Optional.of(new ResumeWorkload(changed.object().object(), intent.patience()))
                        : Optional.empty()));
        var warnings = changed.warnings();
        if (kind == WorkloadKind.CRON_JOB) {
            warnings.add("Jobs that it has begun run on; it begins no further ones");
            return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
        }
        long held = ending().held(changed.pods());
        steps.addAll(PlannedStep.waiting(
                new PlanStep.Await(changed.object().object(), new StepExpectation.JobPaused(true), intent.patience()),
                "Wait until none of its pods is left"));
        if (held > 0) {
            warnings.add("Frees %s; what its pods have not saved is lost".formatted(ending().worked(changed.pods())));
        }
        warnings.addAll(queued());
        return new ChangePlan(intent, steps, List.of(command), changed.effects(changed.pods(), Fate.ENDED, fate()),
                warnings,
                List.of(), ending().dangerous(held) ? changed.name() : "");
    }

    ChangePlan resume(ResumeWorkload intent) {
        var kind = changed.kind();
        if (kind.suspension().isEmpty()) {
            return changed.refused(intent, "A %s is never suspended".formatted(kind.kind()));
        }
        var how = kind.suspension().get();
        var command = command(how, /* on= */ false);
        if (!changed.object().suspended()) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (changed.object().ended() && !kind.everywhere()) {
            return changed.refused(intent, changed.name() + " has ended already");
        }
        var warnings = changed.warnings();
        warnings.addAll(growth.resumed());
        var steps = new ArrayList<PlannedStep>();
        steps.add(new PlannedStep(changed.patch(relied(how), body -> told(body, how, /* on= */ false)),
                "Resume " + changed.name(), changed.name() + " is told to run",
                Optional.of(new Suspend(changed.object().object(), intent.patience()))));
        if (kind != WorkloadKind.CRON_JOB) {
            steps.addAll(PlannedStep.waiting(
                    new PlanStep.Await(changed.object().object(), new StepExpectation.JobPaused(false),
                            intent.patience()),
                    "Wait until it makes pods again"));
        }
        return new ChangePlan(intent, steps, List.of(command), PlanEffects.NONE, warnings, List.of(), "");
    }

    private TerminationEffect ending() {
        return new TerminationEffect(changed.kind(), changed.pods(), growth.making(), changed.survey());
    }

    /** What becomes of each of its pods. */
    private String fate() {
        if (changed.kind() != WorkloadKind.WORKLOAD) {
            return "is deleted; another comes when the %s is resumed".formatted(changed.kind().kind());
        }
        return comeAgain() ? "is deleted; another comes when its queue lets it in again"
                : "is deleted, and nobody makes it again";
    }

    /** Whether somebody makes its pods anew: not where a queue holds pods that nobody made. */
    private boolean comeAgain() {
        return changed.kind() != WorkloadKind.WORKLOAD || changed.pods().stream().allMatch(SuspendPlanner::made);
    }

    private static boolean made(PodFacts pod) {
        return pod.owner().exists();
    }

    /** Work that its queue has let in is what the queue wants to run. */
    private List<String> queued() {
        var queue = growth.making().queue();
        return queue.isEmpty() || changed.kind() == WorkloadKind.WORKLOAD ? List.of()
                : List.of(("Its queue “%s” (Kueue) starts it again while it lets it in: suspend its Workload instead, "
                        + "which is listed by kubectl get workloads.kueue.x-k8s.io -n %s").formatted(queue,
                                changed.object().object().namespace()));
    }

    /** Why its controller would not do so. */
    private Optional<Problem> barred() {
        var spec = changed.object().whole().path("spec");
        if (changed.kind() != WorkloadKind.RAY_JOB) {
            return Optional.empty();
        }
        if (!spec.path("clusterSelector").isEmpty()) {
            return Optional.of(WorkloadChange.invalid(
                    "%s runs on a RayCluster that is there without it: KubeRay suspends no such RayJob".formatted(
                            changed.name()),
                    "Suspend the RayCluster."));
        }
        return spec.path("shutdownAfterJobFinishes").asBoolean() ? Optional.empty()
                : Optional.of(WorkloadChange.invalid(
                        "KubeRay suspends a RayJob only where shutdownAfterJobFinishes is true, and that of %s is not"
                                .formatted(changed.name()),
                        "Have it say so first."));
    }

    private static ObjectNode told(ObjectNode body, SuspensionRules how, boolean on) {
        int last = how.field().lastIndexOf('/');
        body.withObject(how.field().substring(0, last)).put(how.field().substring(last + 1), on == how.stops());
        return body;
    }

    private String command(SuspensionRules how, boolean on) {
        return "kubectl patch %s -n %s%s -p '%s'".formatted(changed.typed(), changed.object().object().namespace(),
                changed.kind().everywhere() ? "" : " --type=merge",
                told(JsonNodeFactory.instance.objectNode(), how, on));
    }

    private Map<String, @Nullable Object> relied(SuspensionRules how) {
        var relied = changed.relied();
        if (changed.object().suspended()) {
            relied.put(how.field(), how.stops());
        }
        return relied;
    }
}
