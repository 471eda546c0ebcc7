package tessera.plan.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.PodOwnerFinder;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SnapshotCollectionHealth;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent.DeletePodIntent;
import tessera.plan.intent.WorkloadChangeIntent.EvictPodIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.model.StaleSnapshotProblemFactory;
import tessera.plan.node.DrainPodEffectCalculator;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;

/** Plans the removal of one pod: deleted regardless of its budgets, or evicted as they allow. */
final class PodRemovalPlanner {

    private PodRemovalPlanner() {}

    static ChangePlan plan(DeletePodIntent intent, PodPlanningDetails detail, NodeAndPodPlannerInput input) {
        var seen = findVisible(detail, input);
        if (seen.isEmpty()) {
            return unseenPlan(intent, detail, input);
        }
        var pod = seen.get();
        var evicted = new DrainPodEffectCalculator(input).evictionEffect(pod);
        var effect = new PodEffect(pod, PodFate.ENDED, evicted.concerns(), evicted.accelerators(), evicted.budgets(),
                successorText(pod, evicted));
        var warnings = warnings(effect, input);
        findBudget(pod, input).filter(_ -> evicted.fate() == PodFate.BLOCKED).ifPresent(budget -> warnings.add(
                "Deleting asks no disruption budget, and %s would not let it go now: %s. An eviction would wait for it"
                        .formatted(budget.name(), DrainPodEffectCalculator.requirementText(budget))));
        if (intent.force()) {
            warnings.addFirst(
                    "By force it is taken out of the cluster before it has ended: its processes may run on and use "
                            + "their GPUs while the cluster gives them to others. Only for a node that is gone for good");
        } else if (isNodeLost(pod, input)) {
            warnings.addFirst("Its node %s does not answer, so it goes only when that is back, or by force"
                    .formatted(pod.node()));
        }
        var served = new GpuStackDependentPodEffects(pod, input);
        warnings.addAll(served.warnings());
        boolean dangerous = intent.force() || endsRunningPod(effect) || served.affectsPods();
        var effects = new ArrayList<>(List.of(effect));
        effects.addAll(served.effects());
        return new ChangePlan(intent, deleteSteps(intent, pod), List.of(deleteCommand(intent)),
                new PlanEffects(effects, List.of()),
                warnings, List.of(), dangerous ? pod.name() : "");
    }

    static ChangePlan plan(EvictPodIntent intent, PodPlanningDetails detail, NodeAndPodPlannerInput input) {
        var seen = findVisible(detail, input);
        if (seen.isEmpty()) {
            return unseenPlan(intent, detail, input);
        }
        var pod = seen.get();
        var podEffect = new DrainPodEffectCalculator(input).evictionEffect(pod);
        var effect = new PodEffect(pod, podEffect.fate(), podEffect.concerns(), podEffect.accelerators(),
                podEffect.budgets(),
                podEffect.fate() == PodFate.BLOCKED ? podEffect.text() : successorText(pod, podEffect));
        var refusals = new ArrayList<Problem>();
        if (effect.hasConcern(PodRemovalConcern.STATIC)) {
            refusals.add(new Problem(OperationProblemKind.INVALID,
                    "The kubelet of %s runs %s from a file".formatted(pod.node(),
                            pod.key()),
                    "", "Take its file away on the node."));
        }
        var warnings = warnings(effect, input);
        if (effect.fate() == PodFate.BLOCKED) {
            warnings.addFirst("Its disruption budget keeps it; the eviction is tried again for %d s"
                    .formatted(intent.patience().toSeconds()));
        }
        input.budgetGap().ifPresent(problem -> warnings
                .add("Whether a disruption budget keeps it is not known: " + problem.problemText()));
        var served = new GpuStackDependentPodEffects(pod, input);
        warnings.addAll(served.warnings());
        var effects = new ArrayList<>(List.of(effect));
        effects.addAll(served.effects());
        var step = new PlanStep.EvictPodStep(intent.object(), pod.uid(), intent.gracePeriod(), intent.patience());
        var steps = new ArrayList<>(List.of(PlanStepWithUndo.temporaryStep(step, "Evict " + pod.key())));
        steps.addAll(awaitGone(intent, pod));
        return new ChangePlan(intent, steps,
                List.of(step.commandLine()), new PlanEffects(effects, List.of()), warnings, refusals,
                endsRunningPod(effect) ? pod.name() : "");
    }

    /** Returns whether a running pod ends, as in a drain. */
    private static boolean endsRunningPod(PodEffect effect) {
        return effect.pod().holdsResources() && effect.pod().deleting() == null;
    }

    /** Returns the pod in the snapshot if it is the one that was read. */
    private static Optional<PodSummary> findVisible(PodPlanningDetails detail, NodeAndPodPlannerInput input) {
        return input.snapshot().findPod(detail.namespace(), detail.name())
                .filter(pod -> pod.uid().equals(detail.uid()));
    }

    private static ChangePlan unseenPlan(WorkloadChangeIntent intent, PodPlanningDetails detail,
            NodeAndPodPlannerInput input) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                List.of(visibilityProblem(detail, input)
                        .orElseGet(() -> StaleSnapshotProblemFactory.staleProblem("this pod"))),
                "");
    }

    /** Returns why the pod would not be visible even after a wait. */
    private static Optional<Problem> visibilityProblem(PodPlanningDetails detail, NodeAndPodPlannerInput input) {
        var clusterSnapshot = input.snapshot();
        if (clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return Optional.of(problem);
        }
        if (clusterSnapshot.podScope().includesNamespace(detail.namespace())) {
            return Optional.empty();
        }
        return Optional.of(new Problem(OperationProblemKind.FORBIDDEN,
                "The pods of %s are not seen".formatted(detail.namespace()),
                "",
                "Ask for a role that may list pods there, or name the namespace among those that are shown."));
    }

    private static List<PlanStepWithUndo> deleteSteps(DeletePodIntent intent, PodSummary pod) {
        var wait = awaitGone(intent, pod);
        if (pod.deleting() != null && !intent.force()) {
            return wait;
        }
        var grace = intent.force() ? Duration.ZERO : intent.gracePeriod();
        var steps = new ArrayList<>(
                List.of(PlanStepWithUndo.temporaryStep(new PlanStep.DeleteObjectStep(intent.object(), pod.uid(), grace),
                        intent.summaryText())));
        steps.addAll(wait);
        return steps;
    }

    private static List<PlanStepWithUndo> awaitGone(WorkloadChangeIntent intent, PodSummary pod) {
        return PlanStepWithUndo.waitSteps(
                new PlanStep.AwaitClusterStateStep(intent.object(),
                        new ExpectedClusterState.ObjectDeletionExpectation(pod.uid()),
                        intent.patience()),
                "Wait until %s is gone".formatted(pod.key()));
    }

    private static String deleteCommand(DeletePodIntent intent) {
        var grace = intent.gracePeriod();
        return "kubectl delete pod %s -n %s%s".formatted(intent.object().name(), intent.object().namespace(),
                gracePeriodOption(intent, grace));
    }

    private static String gracePeriodOption(DeletePodIntent intent, @Nullable Duration grace) {
        if (intent.force()) {
            return " --grace-period=0 --force";
        }
        if (grace == null) {
            return "";
        }
        return " --grace-period=" + grace.toSeconds();
    }

    private static Optional<PodDisruptionBudget> findBudget(PodSummary pod, NodeAndPodPlannerInput input) {
        return input.budgets().stream().filter(budget -> budget.coversPod(pod.namespace(), pod.labels())).findFirst();
    }

    private static boolean isNodeLost(PodSummary pod, NodeAndPodPlannerInput input) {
        return input.snapshot().findNode(pod.node()).filter(node -> !node.nodeSummary().isReady()).isPresent();
    }

    /** Returns what follows the end of the pod. */
    static String successorText(PodSummary pod, PodEffect effect) {
        if (pod.deleting() != null) {
            return "is on its way out already";
        }
        if (effect.hasConcern(PodRemovalConcern.STATIC)) {
            return "the kubelet runs it from a file and shows it again";
        }
        var owner = pod.owner();
        if (!owner.exists()) {
            return "nobody creates it again";
        }
        if (pod.phase().isTerminal()) {
            return "has ended; its %s %s decides whether it tries again".formatted(owner.kind(), owner.name());
        }
        var top = PodOwnerFinder.ownerOf(pod);
        var made = DrainPodEffectCalculator.successorText(owner);
        return top.equals(owner) ? made : made + ", for the %s %s".formatted(top.kind(), top.name());
    }

    static List<String> warnings(PodEffect effect, NodeAndPodPlannerInput input) {
        var pod = effect.pod();
        var warnings = new ArrayList<String>();
        long gpus = effect.accelerators();
        if (gpus > 0 && pod.holdsResources() && !KaiGpuFraction.isReservation(pod)) {
            var held = input.heldText(List.of(pod));
            warnings.add("It works on %s of %s and loses what it has not saved".formatted(held, pod.node()));
            var freed = "%s of %s %s free".formatted(held, pod.node(), gpus == 1 ? "becomes" : "become");
            var until = ", until another pod takes %s: its successor asks for as many"
                    .formatted(gpus == 1 ? "it" : "them");
            warnings.add(pod.owner().exists() ? freed + until : freed);
        }
        if (effect.hasConcern(PodRemovalConcern.UNMANAGED)) {
            warnings.add("Nobody creates it again: it has no controller");
        }
        if (effect.hasConcern(PodRemovalConcern.LOCAL_DATA) && !pod.node().isEmpty()) {
            warnings.add("It keeps data on its node (emptyDir), which go with it");
        }
        return warnings;
    }
}
