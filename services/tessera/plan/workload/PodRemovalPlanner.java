package tessera.plan.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.PodOwnerFinder;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SnapshotCollectionHealth;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.GracePeriodOption;
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
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Plans the removal of one pod: deleted regardless of its budgets, or evicted as they allow. */
final class PodRemovalPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodRemovalPlanner.class);

    private PodRemovalPlanner() {}

    static ChangePlan plan(DeletePodIntent intent, PodPlanningDetails detail, NodeAndPodPlannerInput input) {
        var seen = findVisible(detail, input);
        if (seen.isEmpty()) {
            return unseenPlan(intent, detail, input);
        }
        var pod = seen.get();
        var evicted = new DrainPodEffectCalculator(input).evictionEffect(pod);
        var effect = new PodEffect(pod, PodFate.ENDED, evicted.concerns(), evicted.accelerators(), evicted.budgets(),
                outcomeOf(pod, evicted));
        var warnings = warnings(effect, input);
        findBudget(pod, input).filter(_ -> evicted.fate() == PodFate.BLOCKED)
                .ifPresent(budget -> warnings.add(new WorkloadChangeWarning.DeletionBypassesBudget(budget.name(),
                        budget.status().desiredHealthy(), budget.status().currentHealthy())));
        if (intent.force()) {
            warnings.addFirst(new WorkloadChangeWarning.ForcedDeletionLeavesProcesses());
        } else if (isNodeLost(pod, input)) {
            warnings.addFirst(new WorkloadChangeWarning.PodNodeUnreachable(pod.node()));
        }
        var served = new GpuStackDependentPodEffects(pod, input);
        warnings.addAll(served.warnings());
        boolean dangerous = intent.force() || endsRunningPod(effect) || served.affectsPods();
        var effects = new ArrayList<>(List.of(effect));
        effects.addAll(served.effects());
        return new ChangePlan(intent, deleteSteps(intent, pod), List.of(deleteCommand(intent)),
                new PlanEffects(effects, List.of()), warnings, List.of(), dangerous ? pod.name() : "");
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
                podEffect.fate() == PodFate.BLOCKED ? podEffect.reason() : outcomeOf(pod, podEffect));
        var refusals = new ArrayList<Problem>();
        if (effect.hasConcern(PodRemovalConcern.STATIC)) {
            refusals.add(new WorkloadChangeRefusal.StaticPodEviction(pod.key(), pod.node()).toProblem());
        }
        var warnings = warnings(effect, input);
        if (effect.fate() == PodFate.BLOCKED) {
            warnings.addFirst(new WorkloadChangeWarning.BudgetDelaysEviction(intent.patience().toSeconds()));
        }
        input.budgetGap()
                .ifPresent(problem -> warnings.add(new WorkloadChangeWarning.BudgetsUnreadable(problem.toReason())));
        var served = new GpuStackDependentPodEffects(pod, input);
        warnings.addAll(served.warnings());
        var effects = new ArrayList<>(List.of(effect));
        effects.addAll(served.effects());
        var step = new PlanStep.EvictPodStep(intent.object(), pod.uid(), intent.gracePeriod(), intent.patience());
        var steps = new ArrayList<>(
                List.of(PlanStepWithUndo.temporaryStep(step, MESSAGES.text("step.evict", pod.key()))));
        steps.addAll(awaitGone(intent, pod));
        return new ChangePlan(intent, steps, List.of(step.commandLine()), new PlanEffects(effects, List.of()), warnings,
                refusals, endsRunningPod(effect) ? pod.name() : "");
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
                        .orElseGet(() -> StaleSnapshotProblemFactory.staleProblem(MESSAGES.text("stale.pod")))),
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
        return Optional.of(new WorkloadChangeRefusal.PodsOfNamespaceHidden(detail.namespace()).toProblem());
    }

    private static List<PlanStepWithUndo> deleteSteps(DeletePodIntent intent, PodSummary pod) {
        var wait = awaitGone(intent, pod);
        if (pod.deleting() != null && !intent.force()) {
            return wait;
        }
        var grace = intent.force() ? Duration.ZERO : intent.gracePeriod();
        var steps = new ArrayList<>(List.of(PlanStepWithUndo.temporaryStep(
                new PlanStep.DeleteObjectStep(intent.object(), pod.uid(), grace), intent.summaryText())));
        steps.addAll(wait);
        return steps;
    }

    private static List<PlanStepWithUndo> awaitGone(WorkloadChangeIntent intent, PodSummary pod) {
        return PlanStepWithUndo.waitSteps(
                new PlanStep.AwaitClusterStateStep(intent.object(),
                        new ExpectedClusterState.ObjectDeletionExpectation(pod.uid()), intent.patience()),
                MESSAGES.text("step.gone", pod.key()));
    }

    private static String deleteCommand(DeletePodIntent intent) {
        var options = intent.force() ? GracePeriodOption.optionText(Duration.ZERO) + " --force"
                : GracePeriodOption.optionText(intent.gracePeriod());
        return "kubectl delete %s %s -n %s%s".formatted("pod", intent.object().name(), intent.object().namespace(),
                OptionalText.prefixed(" ", options));
    }

    private static Optional<PodDisruptionBudget> findBudget(PodSummary pod, NodeAndPodPlannerInput input) {
        return input.budgets().stream().filter(budget -> budget.coversPod(pod.namespace(), pod.labels())).findFirst();
    }

    private static boolean isNodeLost(PodSummary pod, NodeAndPodPlannerInput input) {
        return input.snapshot().findNode(pod.node()).filter(node -> !node.nodeSummary().isReady()).isPresent();
    }

    /** Returns what follows the end of the pod. */
    static RemovedPodOutcome outcomeOf(PodSummary pod, PodEffect effect) {
        if (pod.deleting() != null) {
            return new RemovedPodOutcome.AlreadyTerminating();
        }
        if (effect.hasConcern(PodRemovalConcern.STATIC)) {
            return new RemovedPodOutcome.StaticPodRestarts();
        }
        var owner = pod.owner();
        if (!owner.exists()) {
            return new RemovedPodOutcome.NeverRecreated();
        }
        if (pod.phase().isTerminal()) {
            return new RemovedPodOutcome.ControllerDecidesRetry(owner.kind(), owner.name());
        }
        var top = PodOwnerFinder.ownerOf(pod);
        return new RemovedPodOutcome.ControllerRecreates(owner.kind(), owner.name(),
                top.equals(owner) ? "" : top.kind() + " " + top.name());
    }

    private static List<WorkloadChangeWarning> warnings(PodEffect effect, NodeAndPodPlannerInput input) {
        var pod = effect.pod();
        var warnings = new ArrayList<WorkloadChangeWarning>();
        if (effect.accelerators() > 0 && pod.holdsResources() && !KaiGpuFraction.isReservation(pod)) {
            var held = input.heldText(List.of(pod));
            warnings.add(new WorkloadChangeWarning.PodLosesGpuWork(held, pod.node()));
            warnings.add(new WorkloadChangeWarning.PodFreesGpus(held, pod.node(), pod.owner().exists()));
        }
        if (effect.hasConcern(PodRemovalConcern.UNMANAGED)) {
            warnings.add(new WorkloadChangeWarning.PodHasNoController());
        }
        if (effect.hasConcern(PodRemovalConcern.LOCAL_DATA) && !pod.node().isEmpty()) {
            warnings.add(new WorkloadChangeWarning.PodLosesLocalData());
        }
        return warnings;
    }
}
