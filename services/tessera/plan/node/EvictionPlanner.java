package tessera.plan.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
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

/**
 * Plans evictions from nodes, with their warnings and refusals.
 *
 * @param pods what becomes of each; those that stay are left alone
 */
record EvictionPlanner(DrainSettings drainSettings, NodeAndPodPlannerInput input, List<PodEffect> pods) {

    /** Returns the evictions of some pods; those that a budget blocks come last. */
    List<PlanStepWithUndo> evictionSteps(Predicate<PodEffect> which) {
        var free = pods.stream().filter(pod -> pod.fate() == PodFate.EVICTED && pod.pod().deleting() == null);
        var kept = pods.stream().filter(pod -> pod.fate() == PodFate.BLOCKED);
        return Stream.concat(free, kept).filter(which).map(this::evictStep).toList();
    }

    private PlanStepWithUndo evictStep(PodEffect effect) {
        var pod = effect.pod();
        return PlanStepWithUndo
                .temporaryStep(new PlanStep.EvictPodStep(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid(),
                        drainSettings.gracePeriod(), drainSettings.timeout()), "Evict " + pod.key());
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
                new PlanStep.EvictLatePodsStep(ObjectRef.node(node.name()), known, accelerators,
                        drainSettings),
                "Evict what has come to %s meanwhile".formatted(node.name())));
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
                "Wait until the pods have left " + node.name()));
    }

    List<String> warnings() {
        var warnings = new ArrayList<String>();
        pods.stream().filter(pod -> pod.fate() != PodFate.STAYS).map(pod -> pod.pod().node()).distinct()
                .filter(this::isNotReady)
                .forEach(name -> warnings.add(
                        "%s does not answer, so its pods go only when it is back, or by force (tessera plan delete --force); they are waited for, %d s at most"
                                .formatted(name, drainSettings.timeout().toSeconds())));
        addCountWarning(warnings,
                pod -> pod.fate() != PodFate.STAYS && pod.hasConcern(PodRemovalConcern.ACCELERATOR_WORK),
                "Pods that work on accelerators and lose what they have not saved: %d");
        long kept = pods.stream().filter(pod -> pod.fate() == PodFate.BLOCKED).count();
        addCountWarning(warnings, pod -> pod.fate() == PodFate.BLOCKED,
                "Pods that a disruption budget keeps, and whose eviction is tried again for "
                        + drainSettings.timeout().toSeconds() + " s each: %d" + (kept > 1 ? ", one after the other "
                                + durationText(drainSettings.timeout().multipliedBy(kept)) + " at most" : ""));
        addCountWarning(warnings, pod -> pod.fate() != PodFate.STAYS && pod.hasConcern(PodRemovalConcern.UNMANAGED),
                "Pods that nobody creates again: %d");
        addCountWarning(warnings, pod -> pod.fate() != PodFate.STAYS && pod.hasConcern(PodRemovalConcern.LOCAL_DATA),
                "Pods that lose data they keep on the node: %d");
        input.budgetGap().ifPresent(problem -> warnings
                .add("Which pods are kept by a disruption budget is not known: " + problem.problemText()));
        return warnings;
    }

    private boolean isNotReady(String name) {
        return input.snapshot().findNode(name).filter(node -> !node.nodeSummary().isReady()).isPresent();
    }

    private static String durationText(Duration time) {
        var minutes = Math.max(1, time.toMinutes());
        return minutes < 120 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
    }

    private void addCountWarning(List<String> warnings, Predicate<PodEffect> such, String text) {
        long count = pods.stream().filter(such).count();
        if (count > 0) {
            warnings.add(text.formatted(count));
        }
    }

    /** @param nodes those that pods are to leave */
    List<Problem> refusals(List<PlanTargetNode> nodes) {
        var refusals = new ArrayList<Problem>();
        if (!nodes.isEmpty() && !input.snapshot().isAllocationComplete()) {
            refusals.add(
                    NodeTargetResolver.invalidInput("Not all pods on these nodes are seen, so they cannot be emptied",
                            "Ask for a role that may list pods in the whole cluster."));
        } else if (!nodes.isEmpty() && isSnapshotBehind()) {
            refusals.add(StaleSnapshotProblemFactory.staleProblem("these nodes"));
        }
        input.podGap().ifPresent(refusals::add);
        if (!drainSettings.loseUnmanaged()) {
            refuseConcern(PodRemovalConcern.UNMANAGED, "Nobody would create these pods again: ",
                    "Allow that they are lost (on the command line --force), or move their work first.", refusals);
        }
        if (!drainSettings.loseLocalData()) {
            refuseConcern(PodRemovalConcern.LOCAL_DATA,
                    "These pods keep data on the node that would be lost (emptyDir): ",
                    "Allow that they are lost (on the command line --delete-emptydir-data), or save them first.",
                    refusals);
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

    private void refuseConcern(PodRemovalConcern podRemovalConcern, String text, String remedy,
            List<Problem> refusals) {
        var names = pods.stream().filter(pod -> pod.fate() != PodFate.STAYS && pod.hasConcern(podRemovalConcern))
                .map(pod -> pod.pod().key()).toList();
        if (!names.isEmpty()) {
            refusals.add(NodeTargetResolver.invalidInput(text + String.join(", ", names), remedy));
        }
    }
}
