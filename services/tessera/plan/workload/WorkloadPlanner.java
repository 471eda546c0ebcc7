package tessera.plan.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.JsonPointers;
import tessera.model.Problem;
import tessera.plan.context.WorkloadObject;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadIntent.Restart;
import tessera.plan.intent.WorkloadIntent.ResumeWorkload;
import tessera.plan.intent.WorkloadIntent.Scale;
import tessera.plan.intent.WorkloadIntent.Suspend;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.model.PodEffect.Fate;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;

/**
 * Plans how something that makes pods does so otherwise: anew, more or fewer of them, or none for a time.
 *
 * @param growth what new ones would find
 */
record WorkloadPlanner(WorkloadChange changed, WorkloadGrowth growth) {

    /** The annotation by which kubectl has pods replaced. */
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";
    private static final String PER_DELETION = "OnDelete";

    ChangePlan plan(WorkloadIntent intent, Instant now) {
        return switch (intent) {
            case Restart restart -> restart(restart, now);
            case Scale scale -> scale(scale);
            case Suspend suspend -> new SuspendPlanner(changed, growth).suspend(suspend);
            case ResumeWorkload resume -> new SuspendPlanner(changed, growth).resume(resume);
            case WorkloadIntent.DeletePod _,WorkloadIntent.EvictPod _ ->
                throw new IllegalArgumentException("that is planned for pods");
        };
    }

    private WorkloadObject object() {
        return changed.object();
    }

    private ChangePlan restart(Restart intent, Instant now) {
        var refusals = unrestartable();
        var warnings = changed.warnings();
        if (object().strategy().equals(PER_DELETION)) {
            warnings.add("Its pods are replaced only as somebody deletes them (updateStrategy OnDelete)");
        } else if (object().kept() > 0) {
            warnings.add(
                    (object().kept() == 1 ? "Its first pod is" : "Its first %d pods are".formatted(object().kept()))
                            + " not replaced (partition of its updateStrategy)");
        } else {
            int after = changed.kind().scales() ? growth.making().replicas() : changed.pods().size();
            warnings.addAll(growth.surge(after));
            warnings.addAll(growth.refused(after));
        }
        boolean waits = object().strategy().equals(PER_DELETION);
        var replaced = object().kept() > 0 ? ending().from(object().kept()) : changed.pods();
        long held = waits ? 0 : ending().held(replaced);
        if (held > 0) {
            warnings.add("Its pods work on %s and lose what they have not saved".formatted(ending().worked(replaced)));
        }
        var relied = changed.relied();
        relied.put("/spec/template/metadata/annotations/" + JsonPointers.escaped(RESTARTED),
                object().restarted().isEmpty() ? null : object().restarted());
        var patch = changed.patch(relied, body -> body.putObject("spec").putObject("template").putObject("metadata")
                .putObject("annotations").put(RESTARTED, now.truncatedTo(ChronoUnit.SECONDS).toString()));
        var steps = new ArrayList<PlannedStep>();
        steps.add(PlannedStep.passing(patch, "Restart " + changed.name()));
        if (!waits) {
            steps.addAll(rolled(intent, true));
        }
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(),
                List.of("kubectl rollout restart %s -n %s".formatted(changed.typed(), object().object().namespace())),
                !refusals.isEmpty() ? PlanEffects.NONE
                        : waits ? changed.effects(changed.pods(), Fate.STAYS,
                                "stays as it is until somebody deletes it")
                                : changed.effects(replaced, Fate.ENDED, "is replaced by a new one, a few at a time"),
                warnings, refusals, !waits && ending().dangerous(held) ? changed.name() : "");
    }

    private List<Problem> unrestartable() {
        var refusals = new ArrayList<Problem>();
        if (!changed.kind().restarts()) {
            refusals.add(
                    WorkloadChange.invalid("A %s is not restarted: its pods run once".formatted(changed.kind().kind()),
                            "Delete a pod to have it made again."));
        }
        if (object().paused()) {
            refusals.add(
                    WorkloadChange.invalid("%s is paused, so its pods would not be replaced".formatted(changed.name()),
                            "Resume its rollout first: kubectl rollout resume."));
        }
        return refusals;
    }

    private ChangePlan scale(Scale intent) {
        if (!changed.kind().scales()) {
            return changed.refused(intent,
                    "A %s has as many pods as it needs: it cannot be scaled".formatted(changed.kind().kind()));
        }
        int before = object().replicas();
        int after = intent.replicas();
        var command = "kubectl scale %s -n %s --replicas=%d".formatted(changed.typed(), object().object().namespace(),
                after);
        if (before == after) {
            return new ChangePlan(intent, List.of(), List.of(command), PlanEffects.NONE, List.of(), List.of(), "");
        }
        var relied = changed.relied();
        relied.put("/spec/replicas", before);
        var patch = changed.patch(relied, body -> body.putObject("spec").put("replicas", after));
        var step = new PlannedStep(patch, "Scale %s from %d to %d".formatted(changed.name(), before, after),
                "%s has %s".formatted(changed.name(), after == 1 ? "1 replica" : after + " replicas"),
                Optional.of(new Scale(object().object(), before, intent.patience())));
        var warnings = changed.warnings();
        if (!object().scalers().isEmpty()) {
            warnings.add("%s %s how many pods it has, too, and may set it back".formatted(
                    String.join(" and ", object().scalers()), object().scalers().size() == 1 ? "says" : "say"));
        }
        warnings.addAll(amounts(before, after, intent.patience()));
        var steps = new ArrayList<>(List.of(step));
        steps.addAll(rolled(intent, false));
        return new ChangePlan(intent, steps, List.of(command),
                changed.effects(ending().going(before, after), Fate.ENDED,
                        "is one too many then, and nobody creates it again"),
                warnings, List.of(),
                after < before && ending().dangerous(ending().freed(before, after)) ? changed.name() : "");
    }

    private List<String> amounts(int before, int after, Duration patience) {
        var words = new ArrayList<String>();
        if (after < before) {
            words.addAll(ending().words(before, after));
            long unready = ending().unready(before, after);
            if (unready > 0 && !patience.isZero()) {
                words.add(
                        "%d of the pods that stay %s not ready now, and %s waited for all the same, %d s at most (on the command line --wait 0 waits for none)"
                                .formatted(unready, unready == 1 ? "is" : "are", unready == 1 ? "is" : "are",
                                        patience.toSeconds()));
            }
        } else {
            words.addAll(growth.more(after - before));
            words.addAll(growth.refused(after));
        }
        return words;
    }

    private TerminationEffect ending() {
        return new TerminationEffect(changed.kind(), changed.pods(), growth.making(), changed.survey());
    }

    /** Who has no patience at all waits for nothing. */
    private List<PlannedStep> rolled(WorkloadIntent intent, boolean anew) {
        return PlannedStep.waiting(
                new PlanStep.Await(object().object(), new StepExpectation.RolloutComplete(anew), intent.patience()),
                anew ? "Wait until all of its pods are new and ready"
                        : "Wait until it has that many, and they are ready");
    }
}
