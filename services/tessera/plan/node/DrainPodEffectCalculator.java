package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.PodGpuUse;
import tessera.kube.disruption.EvictionDecision;
import tessera.kube.disruption.EvictionDecision.EvictablePodState;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ControllerRef;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.model.NonRequestGpuUseFormatter;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;

/** Computes the effects of a drain on the pods of some nodes. Evictions are reckoned in the order in which they would be asked for. */
public final class DrainPodEffectCalculator {

    private final NodeAndPodPlannerInput input;
    private final Map<PodDisruptionBudget, Integer> left = new HashMap<>();

    /** Of no pod yet. */
    public DrainPodEffectCalculator(NodeAndPodPlannerInput input) {
        this.input = input;
        input.budgets().forEach(budget -> left.put(budget, budget.status().disruptionsAllowed()));
    }

    /**
     * Returns the effects on pods of some nodes, greatest loss first. Pods that have ended are left alone.
     *
     * @param such which pods it is about
     */
    List<PodEffect> effectsOn(List<PlanTargetNode> nodes, Predicate<PodSummary> such) {
        var effects = new ArrayList<PodEffect>();
        for (var node : nodes) {
            for (var pod : input.snapshot().findNode(node.name()).map(NodeWithBoundPods::pods).orElse(List.of())) {
                if (!pod.phase().isTerminal() && such.test(pod)) {
                    effects.add(effectOn(pod));
                }
            }
        }
        return effects.stream().sorted(PodEffect.WORST_FIRST).toList();
    }

    /**
     * Returns the effects on pods that use GPUs of some nodes by whatever means. To whom GPUs are open without a request stays: whether it
     * uses any is not known. The GPU operator stops its own agents for the change, and leaves those of others.
     */
    List<PodEffect> effectsOnGpuUsers(List<PlanTargetNode> nodes) {
        return effectsOn(nodes, pod -> findUse(pod).isPresent()).stream().map(this::keepIfUncounted).toList();
    }

    private Optional<PodGpuUse> findUse(PodSummary pod) {
        return input.gpuUses(pod).stream().findFirst().or(() -> evictableAgentUse(pod));
    }

    private Optional<PodGpuUse.UncountedDeviceAccess> evictableAgentUse(PodSummary pod) {
        return PodGpuUse.agentUseOf(pod)
                .filter(_ -> !MigConfigurationChoices.managerNamespace(input.snapshot(), pod.node())
                        .equals(pod.namespace()));
    }

    private PodEffect keepIfUncounted(PodEffect effect) {
        if (findUse(effect.pod()).orElseThrow() instanceof PodGpuUse.UncountedDeviceAccess use) {
            return new PodEffect(effect.pod(), PodFate.STAYS, Set.of(), 0, List.of(),
                    NonRequestGpuUseFormatter.usageText(use));
        }
        return effect;
    }

    /** Returns the effect of an eviction on one pod, whatever its owner. */
    public PodEffect evictionEffect(PodSummary pod) {
        long accelerators = input.countAccelerators(pod);
        return evictedEffect(pod, PodRemovalConcernCollector.concernsOf(pod, detailOf(pod), accelerators),
                accelerators);
    }

    private PodPlanningDetails detailOf(PodSummary pod) {
        return input.detailOf(pod)
                .orElseGet(() -> new PodPlanningDetails(pod.namespace(), pod.name(), pod.uid(), Map.of(), List.of(),
                        List.of(),
                        false));
    }

    private PodEffect effectOn(PodSummary pod) {
        var detail = detailOf(pod);
        long accelerators = input.countAccelerators(pod);
        var concerns = PodRemovalConcernCollector.concernsOf(pod, detail, accelerators);
        if (concerns.contains(PodRemovalConcern.STATIC)) {
            return new PodEffect(pod, PodFate.STAYS, concerns, accelerators, List.of(),
                    "the kubelet runs it from a file");
        }
        if (concerns.contains(PodRemovalConcern.DAEMON_SET)) {
            return new PodEffect(pod, PodFate.STAYS, concerns, accelerators, List.of(),
                    "its DaemonSet would create it again");
        }
        if (KaiGpuFraction.isReservation(pod) && isReservationShared(pod)) {
            return new PodEffect(pod, PodFate.ENDED, Set.of(), accelerators, List.of(),
                    "KAI deletes it after the pods that share its GPU");
        }
        if (pod.deleting() != null) {
            return new PodEffect(pod, PodFate.EVICTED, Set.of(), accelerators, List.of(), "is on its way out already");
        }
        if (KaiGpuFraction.isReservation(pod)) {
            return new PodEffect(pod, PodFate.EVICTED, Set.of(), accelerators, List.of(),
                    "KAI’s own pod, left behind: no pod shares its GPU any more");
        }
        return evictedEffect(pod, concerns, accelerators);
    }

    /** Returns whether other pods on the node hold fractions of the board that a pod reserves. */
    private boolean isReservationShared(PodSummary reservation) {
        var group = reservation.labels().getOrDefault(KaiGpuFraction.GROUP, "");
        return input.snapshot().findNode(reservation.node()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .anyMatch(pod -> !KaiGpuFraction.isReservation(pod) && pod.holdsResources()
                        && KaiGpuFraction.isInGroup(pod, group));
    }

    private PodEffect evictedEffect(PodSummary pod, Set<PodRemovalConcern> concerns, long accelerators) {
        var budgets = input.budgets().stream().filter(budget -> budget.coversPod(pod.namespace(), pod.labels()))
                .toList();
        var decision = EvictionDecision.of(evictionState(pod), budgets.stream()
                .map(budget -> budget.withDisruptionsAllowed(left.getOrDefault(budget, 0))).toList());
        if (decision == EvictionDecision.CHARGED) {
            left.merge(budgets.getFirst(), -1, Integer::sum);
        }
        return new PodEffect(pod, decision.isAllowed() ? PodFate.EVICTED : PodFate.BLOCKED, concerns, accelerators,
                budgets.stream().map(PodDisruptionBudget::name).toList(),
                decision.isAllowed() ? effectText(pod) : blockedText(decision, budgets.getFirst()));
    }

    /** Returns the state by the pod's containers and its node: pods of a node that is not ready are marked as not ready. */
    private EvictablePodState evictionState(PodSummary pod) {
        boolean lost = input.snapshot().findNode(pod.node()).filter(node -> !node.nodeSummary().isReady()).isPresent();
        return new EvictablePodState(
                pod.phase() == PodPhase.PENDING || pod.phase().isTerminal() || pod.deleting() != null,
                !lost && pod.ready() == pod.total());
    }

    private static String blockedText(EvictionDecision decision, PodDisruptionBudget budget) {
        return switch (decision) {
            case SEVERAL_BUDGETS -> "has more than one disruption budget, which evictions do not support";
            case BUDGET_NOT_OBSERVED ->
                "waits: the server has not processed the budget %s yet".formatted(budget.name());
            case TOO_MANY_DISRUPTED_PODS ->
                "waits: too many evictions under the budget %s are not confirmed yet".formatted(budget.name());
            default -> budget.isExhausted()
                    ? "the budget %s lets none go now: %s".formatted(budget.name(), requirementText(budget))
                    : "waits: the budget %s lets %d go at a time".formatted(budget.name(),
                            budget.status().disruptionsAllowed());
        };
    }

    /** Returns what a budget demands, e.g. “it needs 2 healthy pods and has 2”. */
    public static String requirementText(PodDisruptionBudget budget) {
        return "it needs %d healthy pods and has %d".formatted(budget.status().desiredHealthy(),
                budget.status().currentHealthy());
    }

    private String effectText(PodSummary pod) {
        var next = pod.owner().exists() ? successorText(pod.owner()) : "nobody creates it again";
        return input.gpuUses(pod).stream().map(NonRequestGpuUseFormatter::usageText).filter(clause -> !clause.isEmpty())
                .findFirst()
                .map(clause -> clause + "; " + next).orElse(next);
    }

    /** Returns who creates the successor of a pod. A Job takes one that was sent away for one that failed. */
    public static String successorText(ControllerRef owner) {
        return "its %s %s creates another%s".formatted(owner.kind(), owner.name(),
                owner.kind().equals("Job") ? ", within its backoffLimit" : "");
    }
}
