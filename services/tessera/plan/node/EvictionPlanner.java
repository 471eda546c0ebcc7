package tessera.plan.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.model.StaleSnapshotProblemFactory;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/**
 * Plans evictions from nodes, with their warnings and refusals.
 *
 * @param pods what becomes of each; those that stay are left alone
 */
record EvictionPlanner(DrainSettings drainSettings, NodeAndPodPlannerInput input, List<PodEffect> pods) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EvictionPlanner.class);

    /** Returns the evictions of some pods; those that a budget blocks come last. */
    List<PlanStepWithUndo> evictionSteps(Predicate<PodEffect> which) {
        var free = pods.stream().filter(pod -> pod.fate() == PodFate.EVICTED && pod.pod().deleting() == null);
        var kept = pods.stream().filter(pod -> pod.fate() == PodFate.BLOCKED);
        return Stream.concat(free, kept).filter(which).map(this::evictStep).toList();
    }

    private PlanStepWithUndo evictStep(PodEffect effect) {
        var pod = effect.pod();
        return PlanStepWithUndo
                .temporaryStep(
                        new PlanStep.EvictPodStep(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid(),
                                drainSettings.gracePeriod(), drainSettings.timeout()),
                        MESSAGES.text("step.evict", pod.key()));
    }

    /**
     * Returns the step that evicts pods that arrive before the node is cordoned; empty if it is cordoned already.
     *
     * @param accelerators whether it is about pods that hold accelerators only
     */
    Optional<PlanStepWithUndo> latecomerStep(PlanTargetNode node, boolean accelerators) {
        if (node.unschedulable()) {
            return Optional.empty();
        }
        var known = input.snapshot().findNode(node.name()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .map(PodSummary::uid).collect(Collectors.toSet());
        return Optional.of(PlanStepWithUndo.temporaryStep(
                new PlanStep.EvictLatePodsStep(ObjectRef.node(node.name()), known, accelerators, drainSettings),
                MESSAGES.text("step.evict-late", node.name())));
    }

    /** Returns the wait until all leaving pods have left a node; empty if none leaves. */
    Optional<PlanStepWithUndo> awaitEmptyStep(PlanTargetNode node) {
        var leaving = new LinkedHashMap<String, String>();
        pods.stream().filter(pod -> pod.pod().node().equals(node.name()) && pod.fate() != PodFate.STAYS)
                .forEach(pod -> leaving.put(pod.pod().uid(), pod.pod().key()));
        if (leaving.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(PlanStepWithUndo.temporaryStep(
                new PlanStep.AwaitClusterStateStep(ObjectRef.node(node.name()),
                        new ExpectedClusterState.NodeEmptyExpectation(leaving), drainSettings.timeout()),
                MESSAGES.text("step.await-empty", node.name())));
    }

    List<DrainWarning> warnings() {
        var warnings = new ArrayList<DrainWarning>();
        pods.stream().filter(pod -> pod.fate() != PodFate.STAYS).map(pod -> pod.pod().node()).distinct()
                .filter(this::isNotReady).forEach(name -> warnings
                        .add(new DrainWarning.UnresponsiveNode(name, drainSettings.timeout().toSeconds())));
        addCount(warnings, isLeavingWith(PodRemovalConcern.ACCELERATOR_WORK), this::workLoss);
        addCount(warnings, pod -> pod.fate() == PodFate.BLOCKED,
                count -> DrainWarning.BudgetProtectedPods.of(count, drainSettings.timeout()));
        addCount(warnings, isLeavingWith(PodRemovalConcern.UNMANAGED), DrainWarning.UnmanagedPodLoss::new);
        addCount(warnings, isLeavingWith(PodRemovalConcern.LOCAL_DATA), DrainWarning.EmptyDirDataLoss::new);
        input.budgetGap().ifPresent(problem -> warnings.add(new DrainWarning.UnknownPodBudgets(problem.toReason())));
        return warnings;
    }

    private DrainWarning workLoss(long count) {
        return new DrainWarning.GpuWorkLoss(count,
                pods.stream().filter(isLeavingWith(PodRemovalConcern.ACCELERATOR_WORK)).map(PodEffect::pod)
                        .allMatch(input::requestsOnlyGpus));
    }

    private static Predicate<PodEffect> isLeavingWith(PodRemovalConcern concern) {
        return pod -> pod.fate() != PodFate.STAYS && pod.hasConcern(concern);
    }

    private boolean isNotReady(String name) {
        return input.snapshot().findNode(name).filter(node -> !node.nodeSummary().isReady()).isPresent();
    }

    private void addCount(List<DrainWarning> warnings, Predicate<PodEffect> such, LongFunction<DrainWarning> warning) {
        long count = pods.stream().filter(such).count();
        if (count > 0) {
            warnings.add(warning.apply(count));
        }
    }

    /** @param nodes those that pods are to leave */
    List<Problem> refusals(List<PlanTargetNode> nodes) {
        var refusals = new ArrayList<Problem>();
        if (!nodes.isEmpty() && !input.snapshot().isAllocationComplete()) {
            refusals.add(NodeTargetResolver.refusal(new DrainRefusal.InvisiblePods()));
        } else if (!nodes.isEmpty() && isSnapshotBehind()) {
            refusals.add(StaleSnapshotProblemFactory.staleProblem(MESSAGES.text("stale.nodes")));
        }
        input.podGap().ifPresent(refusals::add);
        if (!drainSettings.loseUnmanaged()) {
            refuseConcern(PodRemovalConcern.UNMANAGED, DrainRefusal.UnmanagedPods::new, refusals);
        }
        if (!drainSettings.loseLocalData()) {
            refuseConcern(PodRemovalConcern.LOCAL_DATA, DrainRefusal.EmptyDirPods::new, refusals);
        }
        return refusals;
    }

    /** Returns whether the snapshot lacks pods, which would be neither evicted nor waited for. */
    boolean isSnapshotBehind() {
        var clusterSnapshot = input.snapshot();
        var seen = clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()).map(PodSummary::uid)
                .collect(Collectors.toSet());
        clusterSnapshot.unbound().forEach(pod -> seen.add(pod.uid()));
        return !(clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection)
                || !seen.containsAll(input.details().keySet());
    }

    private void refuseConcern(PodRemovalConcern concern, Function<List<String>, DrainRefusal> refusal,
            List<Problem> refusals) {
        var names = pods.stream().filter(isLeavingWith(concern)).map(pod -> pod.pod().key()).toList();
        if (!names.isEmpty()) {
            refusals.add(NodeTargetResolver.refusal(refusal.apply(names)));
        }
    }
}
