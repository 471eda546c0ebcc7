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
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.NonRequestGpuUse;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;

/** Computes the effects of a drain on the pods of some nodes. Evictions are reckoned in the order in which they would be asked for. */
public final class DrainPodEffectCalculator {

    private static final Set<String> REPLICA_OWNERS = Set.of("ReplicaSet", "ReplicationController");

    private final NodeAndPodPlannerInput input;
    private final Map<PodDisruptionBudget, Integer> left = new HashMap<>();

    /** Of no pod yet. */
    public DrainPodEffectCalculator(NodeAndPodPlannerInput input) {
        this.input = input;
        input.budgets().forEach(budget -> left.put(budget, budget.status().disruptionsAllowed()));
    }

    /**
     * Returns the effects of a drain, greatest loss first: as kubectl does, it evicts finished pods, too, and the nodes
     * take no replacements.
     */
    List<PodEffect> drainEffects(List<PlanTargetNode> nodes) {
        var others = new ReplacementNodes(input, nodes);
        return effectsOn(nodes, _ -> true).stream().map(effect -> withObstacle(effect, others)).toList();
    }

    private PodEffect withObstacle(PodEffect effect, ReplacementNodes others) {
        if (effect.reason() instanceof NodePodEffectReason.PodEviction(var use, var replacement)
                && replacement.isPresent()) {
            return effect.withReason(new NodePodEffectReason.PodEviction(use,
                    replacement.map(it -> it.withObstacle(others.obstacleOf(effect.pod(), detailOf(effect.pod()))))));
        }
        return effect;
    }

    /**
     * Returns the effects on pods of some nodes, greatest loss first.
     *
     * @param such which pods it is about
     */
    List<PodEffect> effectsOn(List<PlanTargetNode> nodes, Predicate<PodSummary> such) {
        var effects = new ArrayList<PodEffect>();
        for (var node : nodes) {
            for (var pod : input.snapshot().findNode(node.name()).map(NodeWithBoundPods::pods).orElse(List.of())) {
                if (such.test(pod)) {
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
        return effectsOn(nodes, pod -> !pod.phase().isTerminal() && findUse(pod).isPresent()).stream()
                .map(this::keepIfUncounted).toList();
    }

    private Optional<PodGpuUse> findUse(PodSummary pod) {
        return input.gpuUses(pod).stream().findFirst().or(() -> evictableAgentUse(pod));
    }

    /** Returns the access of a pod to GPUs that it does not request, with its name. */
    Optional<NonRequestGpuUse> unrequestedUse(PodSummary pod) {
        return findUse(pod).filter(PodGpuUse.UncountedDeviceAccess.class::isInstance)
                .flatMap(use -> NonRequestGpuUse.of(use, pod.key()));
    }

    private Optional<PodGpuUse.UncountedDeviceAccess> evictableAgentUse(PodSummary pod) {
        return PodGpuUse.agentUseOf(pod).filter(
                _ -> !MigConfigurationChoices.managerNamespace(input.snapshot(), pod.node()).equals(pod.namespace()));
    }

    private PodEffect keepIfUncounted(PodEffect effect) {
        if (findUse(effect.pod()).orElseThrow() instanceof PodGpuUse.UncountedDeviceAccess use) {
            return new PodEffect(effect.pod(), PodFate.STAYS, Set.of(), 0, List.of(),
                    NonRequestGpuUse.of(use).orElseThrow());
        }
        return effect;
    }

    /** Returns the effect of an eviction on one pod, whatever its owner. */
    public PodEffect evictionEffect(PodSummary pod) {
        // The pods that share the GPU of a reservation are counted.
        long accelerators = KaiGpuFraction.isReservation(pod) && isReservationShared(pod) ? 0
                : input.countAccelerators(pod);
        return evictedEffect(pod, PodRemovalConcernCollector.concernsOf(pod, detailOf(pod), accelerators),
                accelerators);
    }

    private PodPlanningDetails detailOf(PodSummary pod) {
        return input.detailOf(pod).orElseGet(() -> new PodPlanningDetails(pod.namespace(), pod.name(), pod.uid(),
                Map.of(), List.of(), List.of(), false));
    }

    private PodEffect effectOn(PodSummary pod) {
        var detail = detailOf(pod);
        long accelerators = input.countAccelerators(pod);
        var concerns = PodRemovalConcernCollector.concernsOf(pod, detail, accelerators);
        if (concerns.contains(PodRemovalConcern.STATIC)) {
            return new PodEffect(pod, PodFate.STAYS, concerns, accelerators, List.of(),
                    new NodePodEffectReason.StaticPod());
        }
        if (pod.phase().isTerminal() && pod.deleting() == null) {
            return new PodEffect(pod, PodFate.EVICTED, Set.of(), 0, List.of(),
                    new NodePodEffectReason.FinishedPod(pod.phase() == PodPhase.SUCCEEDED));
        }
        if (concerns.contains(PodRemovalConcern.DAEMON_SET)) {
            return new PodEffect(pod, PodFate.STAYS, concerns, accelerators, List.of(),
                    new NodePodEffectReason.DaemonSetPod());
        }
        if (KaiGpuFraction.isReservation(pod) && isReservationShared(pod)) {
            // The pods that share its GPU are counted.
            return new PodEffect(pod, PodFate.ENDED, Set.of(), 0, List.of(),
                    new NodePodEffectReason.SharedKaiReservation());
        }
        if (pod.deleting() != null) {
            return new PodEffect(pod, PodFate.EVICTED, Set.of(), accelerators, List.of(),
                    new NodePodEffectReason.PodTermination());
        }
        if (KaiGpuFraction.isReservation(pod)) {
            return new PodEffect(pod, PodFate.EVICTED, Set.of(), accelerators, List.of(),
                    new NodePodEffectReason.OrphanedKaiReservation());
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
        var decision = EvictionDecision.of(evictionState(pod),
                budgets.stream().map(budget -> budget.withDisruptionsAllowed(left.getOrDefault(budget, 0))).toList());
        if (decision == EvictionDecision.CHARGED) {
            left.merge(budgets.getFirst(), -1, Integer::sum);
        }
        return new PodEffect(pod, decision.isAllowed() ? PodFate.EVICTED : PodFate.BLOCKED, concerns, accelerators,
                budgets.stream().map(PodDisruptionBudget::name).toList(),
                decision.isAllowed() ? evictionOf(pod, concerns) : blockReason(decision, budgets.getFirst()));
    }

    /** Returns the state by the pod's containers and its node: pods of a node that is not ready are marked as not ready. */
    private EvictablePodState evictionState(PodSummary pod) {
        boolean lost = input.snapshot().findNode(pod.node()).filter(node -> !node.nodeSummary().isReady()).isPresent();
        return new EvictablePodState(
                pod.phase() == PodPhase.PENDING || pod.phase().isTerminal() || pod.deleting() != null,
                !lost && pod.ready() == pod.total());
    }

    private static NodePodEffectReason blockReason(EvictionDecision decision, PodDisruptionBudget budget) {
        var name = budget.name();
        var status = budget.status();
        return switch (decision) {
            case SEVERAL_BUDGETS -> new NodePodEffectReason.MultiplePodBudgets();
            case BUDGET_NOT_OBSERVED -> new NodePodEffectReason.UnobservedPodBudget(name);
            case TOO_MANY_DISRUPTED_PODS -> new NodePodEffectReason.UnconfirmedEvictions(name);
            default -> budget.isExhausted()
                    ? new NodePodEffectReason.ExhaustedPodBudget(name, status.desiredHealthy(), status.currentHealthy())
                    : new NodePodEffectReason.LimitedPodBudget(name, status.disruptionsAllowed());
        };
    }

    private NodePodEffectReason evictionOf(PodSummary pod, Set<PodRemovalConcern> concerns) {
        return new NodePodEffectReason.PodEviction(
                input.gpuUses(pod).stream().flatMap(use -> NonRequestGpuUse.of(use).stream()).findFirst(),
                concerns.contains(PodRemovalConcern.UNMANAGED) ? Optional.empty()
                        : Optional.of(replacementBy(pod.owner())));
    }

    private static NodePodEffectReason.PodReplacement replacementBy(ControllerRef owner) {
        return new NodePodEffectReason.PodReplacement(owner.kind(), owner.name(),
                WorkloadKind.of(owner).isPresent() || REPLICA_OWNERS.contains(owner.kind()), Optional.empty());
    }
}
