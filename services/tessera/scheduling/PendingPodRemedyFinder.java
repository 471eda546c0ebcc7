package tessera.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigRepartitionFinder;
import tessera.gpu.MigRepartitionFinder.RepartitionCandidate;
import tessera.gpu.ResourceClaimOnlyNodeDetector;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProductCatalog;
import tessera.model.PodSummary;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.PendingReasonPhrase.SmallerRequest;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/**
 * Proposes remedies for a pod that no node accepts: immediate and least harmful ones first, slower ones last.
 */
final class PendingPodRemedyFinder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PendingPodRemedyFinder.class);
    /** Of discovery and of clouds: whoever sets them by hand says what is not so. */
    private static final Pattern DISCOVERED = Pattern.compile(
            "(?s).*(nvidia\\.com|kubernetes\\.io|k8s\\.io|k8s\\.aws|amd\\.com|intel\\.com|google\\.com|amazonaws\\.com|azure\\.com|karpenter\\.sh)/.*");
    private static final int TRIED = 50;

    private final PodSchedulingSpec spec;
    private final Optional<PodSummary> pod;
    private final SchedulingSnapshot schedulingSnapshot;
    private final List<NodeFitResult> nodes;
    private final List<SchedulingRemedy> remedies = new ArrayList<>();

    PendingPodRemedyFinder(PodSchedulingSpec spec, Optional<PodSummary> pod, SchedulingSnapshot schedulingSnapshot,
            List<NodeFitResult> nodes) {
        this.spec = spec;
        this.pod = pod;
        this.schedulingSnapshot = schedulingSnapshot;
        this.nodes = nodes;
    }

    List<SchedulingRemedy> remediesFor(GpuFleet fleet, MigProductCatalog products, PodFitResult.FitOutcome outcome) {
        var scaling = schedulingSnapshot.inputs().autoscalerStatus()
                .filter(status -> status.isAddingNode(schedulingSnapshot.now()));
        if (outcome == PodFitResult.FitOutcome.NEVER && scaling.isPresent()) {
            // Beside a node that is on its way, what else could be done is another story.
            return scaling.get().remedies(schedulingSnapshot.now());
        }
        return remediesNow(fleet, products);
    }

    List<SchedulingRemedy> remediesNow(GpuFleet fleet, MigProductCatalog products) {
        var divisions = repartitionCandidates(fleet, products);
        var exits = preemptionCandidates(fleet.snapshot().isAllocationComplete());
        addUncordonRemedies();
        addTolerationRemedies();
        exits.stream().filter(RemovableNodePods::isTerminating).map(exit -> exit.remedy(overdueTime(exit, fleet)))
                .forEach(remedies::add);
        remedies.addAll(new UnreachableNodeRemedyFinder(schedulingSnapshot, nodes).remedies());
        schedulingSnapshot.inputs().deviceClaims()
                .map(claims -> new UnusedResourceClaimRemedyFinder(claims, nodes).remedies(fleet.snapshot()))
                .ifPresent(remedies::addAll);
        divisions.stream().filter(candidate -> candidate.pods() == 0).map(this::repartitionRemedy)
                .forEach(remedies::add);
        var ill = new UnhealthyNodeRemedyFinder(nodes, fleet);
        remedies.addAll(ill.sufficientRemedies());
        exits.stream().filter(candidate -> !candidate.isTerminating()).map(exit -> exit.remedy(Duration.ZERO))
                .forEach(remedies::add);
        divisions.stream().filter(candidate -> candidate.pods() > 0).map(this::repartitionRemedy)
                .forEach(remedies::add);
        if (divisions.isEmpty()) {
            addLaterRepartition();
        }
        addPodLimitRemedy();
        addPreemptionRemedy(fleet.snapshot().isAllocationComplete());
        remedies.addAll(new PodAffinityRemedyFinder(spec, nodes).remedies());
        schedulingSnapshot.inputs().deviceClaims().map(claims -> claims.unbindingRemedies(nodes))
                .ifPresent(remedies::addAll);
        addChangeRemedies();
        new CordonedOrTaintedNodeRemedyFinder(nodes).mostCommonTaintRemedy(remedies).ifPresent(remedies::add);
        // More nodes take minutes where there are to be any; whoever is patient reads on.
        schedulingSnapshot.inputs().autoscalerStatus().map(status -> status.remedies(schedulingSnapshot.now()))
                .ifPresent(remedies::addAll);
        remedies.addAll(ill.insufficientRemedies());
        if (remedies.isEmpty()) {
            return new CordonedOrTaintedNodeRemedyFinder(nodes).firstRemedies();
        }
        return List.copyOf(remedies);
    }

    /** @param complete whether all pods are seen: others may stand where none is seen */
    private void addPreemptionRemedy(boolean complete) {
        var barred = PreemptionResult.forbiddenCandidates(schedulingSnapshot, spec, nodes);
        if (complete && !barred.isEmpty()) {
            remedies.add(schedulingSnapshot.inputs().priorities().nonPreemptingRemedy(spec.priority(), barred));
        }
    }

    /** Adds remedies that change the pod or the labels of nodes. */
    private void addChangeRemedies() {
        if (nodes.stream().anyMatch(NodeFitResult::isRefusedByKubelet)) {
            remedies.addAll(
                    remedies.isEmpty() ? new CordonedOrTaintedNodeRemedyFinder(nodes).firstRemedies() : List.of());
            NodeFitResult.largestDeviceShortfall(nodes)
                    .map(shortfall -> new SmallerRequest(
                            new RequestedAmount(shortfall.resource(), shortfall.allocatable()), List.of(), List.of(),
                            List.of()))
                    .ifPresent(smaller -> remedies.add(requestChange(smaller.text())));
            remedies.add(requestChange(MESSAGES.text("remedy.oneShare")));
        } else if (nodes.stream().allMatch(NodeFitResult::isUnsuitable)) {
            var demands = new UnsatisfiablePodRequestFinder(spec, schedulingSnapshot.nodes(), nodes).reasons();
            demands.stream().map(PendingReason::remedyText).filter(text -> !text.isEmpty())
                    .forEach(text -> remedies.add(requestChange(text)));
            if (demands.isEmpty()) {
                remedies.addAll(
                        new GatedPodRemedyFinder(spec, schedulingSnapshot.inputs()).otherConstraintRemedies(nodes));
            }
            addClaimRemedy();
            addLabelRemedies();
        }
    }

    private static SchedulingRemedy requestChange(String text) {
        return new SchedulingRemedy(text, "", new SchedulingRemedyChange.ChangeResourceRequestAction());
    }

    /** Adds the remedy for a pod that asks by the name of a device plugin for what only a DRA driver gives. */
    private void addClaimRemedy() {
        var serving = nodes.stream().filter(node -> claimOnlyResources(node).findAny().isPresent()).toList();
        if (!serving.isEmpty()) {
            remedies.add(new SchedulingRemedy(
                    MESSAGES.text("remedy.claimDevices", serving.stream().map(NodeFitResult::name).toList(),
                            schedulingSnapshot.inputs().deviceClassGap(),
                            serving.stream().flatMap(this::claimOnlyResources).distinct().toList()),
                    "kubectl get deviceclasses", new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
    }

    /** Returns the missing resources of a node for which only a DRA driver has devices there. */
    private Stream<String> claimOnlyResources(NodeFitResult node) {
        return node.failures().stream().flatMap(failure -> failure.shortfall().stream())
                .map(ResourceShortfall::resource).filter(resource -> isServedByClaims(resource, node));
    }

    private boolean isServedByClaims(String resource, NodeFitResult node) {
        return schedulingSnapshot.findNode(node.name())
                .filter(each -> ResourceClaimOnlyNodeDetector.servesInsteadOf(each.info(), resource)).isPresent();
    }

    private void addUncordonRemedies() {
        var closed = nodes.stream().filter(node -> node.failsOnly(NodeFilterFailureEndCondition.CLOSED)
                && node.failures().stream().allMatch(failure -> failure.isOf(SchedulerPlugin.NODE_UNSCHEDULABLE)))
                .toList();
        for (var node : closed.stream().limit(SchedulingRemedy.MOST_OF_A_KIND).toList()) {
            remedies.add(CordonedOrTaintedNodeRemedyFinder.protectedNodeRemedy(node)
                    .orElseGet(() -> new SchedulingRemedy(MESSAGES.text("remedy.uncordon", node.name()),
                            ShellWordQuoter.fillCommand("tessera plan uncordon %s", node.name()),
                            new SchedulingRemedyChange.UncordonNodeAction(node.name()))));
        }
    }

    private void addPodLimitRemedy() {
        nodes.stream().filter(PendingPodRemedyFinder::lacksOnlyPodRoom).findFirst()
                .ifPresent(node -> remedies
                        .add(new SchedulingRemedy(MESSAGES.text("remedy.podLimit", node.name(), remedies.isEmpty()), "",
                                new SchedulingRemedyChange.WaitAction())));
    }

    private static boolean lacksOnlyPodRoom(NodeFitResult node) {
        return node.failsOnly(NodeFilterFailureEndCondition.OTHERS)
                && node.failures().stream().allMatch(failure -> failure.excessPods() > 0);
    }

    /** Returns the nodes that would accept the pod if it tolerated their taints, grouped by these taints. */
    private Map<List<Taint>, List<NodeFitResult>> nodesByTaints() {
        return nodes.stream().filter(PendingPodRemedyFinder::isOnlyTainted)
                .collect(Collectors.groupingBy(PendingPodRemedyFinder::unmetTaints,
                        () -> new TreeMap<>(Comparator.comparing(Object::toString)), Collectors.toList()));
    }

    private static boolean isOnlyTainted(NodeFitResult node) {
        return node.failsOnly(NodeFilterFailureEndCondition.CLOSED)
                && node.failures().stream().allMatch(failure -> failure.taint().isPresent());
    }

    private static List<Taint> unmetTaints(NodeFitResult node) {
        return node.failures().stream().flatMap(failure -> failure.taint().stream()).toList();
    }

    private void addTolerationRemedies() {
        nodesByTaints().entrySet().stream()
                .sorted(Comparator
                        .comparingInt((Map.Entry<List<Taint>, List<NodeFitResult>> each) -> each.getKey().size())
                        .thenComparing(each -> each.getValue().size(), Comparator.reverseOrder()))
                .limit(SchedulingRemedy.MOST_OF_A_KIND)
                .forEach(each -> addTolerationRemedy(each.getKey(), each.getValue()));
    }

    private void addTolerationRemedy(List<Taint> taints, List<NodeFitResult> those) {
        if (taints.stream().anyMatch(CordonedOrTaintedNodeRemedyFinder::shouldNotTolerate)) {
            CordonedOrTaintedNodeRemedyFinder.protectedTaintRemedy(taints, those.getFirst().name())
                    .ifPresent(remedies::add);
            return;
        }
        remedies.add(new SchedulingRemedy(
                MESSAGES.text("remedy.tolerate", taints, those.stream().map(NodeFitResult::name).toList()), "",
                new SchedulingRemedyChange.AddTolerationsAction(taints)));
        if (taints.size() == 1) {
            var node = those.getFirst().name();
            var taint = taints.getFirst();
            remedies.add(new SchedulingRemedy(MESSAGES.text("remedy.removeTaint", taint, node),
                    ShellWordQuoter.fillCommand("tessera plan taint %s %s-", node, taint.key() + ":" + taint.effect()),
                    new SchedulingRemedyChange.RemoveTaintAction(node, taint)));
        }
    }

    private List<RepartitionCandidate> repartitionCandidates(GpuFleet fleet, MigProductCatalog products) {
        var able = nodes.stream().filter(PendingPodRemedyFinder::lacksInstancesOnly).map(NodeFitResult::name).toList();
        if (able.isEmpty()) {
            return List.of();
        }
        return MigRepartitionFinder
                .findCandidates(fleet, MigRepartitionFinder.requestedInstances(spec.requests()), products).stream()
                .filter(candidate -> able.contains(candidate.node().name())).limit(2).toList();
    }

    /** Adds a change of MIG layout for nodes whose GPUs are in use, or whose users are not known. */
    private void addLaterRepartition() {
        var able = nodes.stream().filter(node -> node.failsOnly(NodeFilterFailureEndCondition.LAYOUT)).toList();
        if (!able.isEmpty()) {
            remedies.add(new SchedulingRemedy(
                    MESSAGES.text("remedy.repartitionLater", able.stream().map(NodeFitResult::name).toList()), "",
                    new SchedulingRemedyChange.WaitAction()));
        }
    }

    private SchedulingRemedy repartitionRemedy(RepartitionCandidate candidate) {
        return new SchedulingRemedy(MESSAGES.text("remedy.repartition", candidate.changed().stream().sorted().toList(),
                candidate.node().name(), MigRepartitionFinder.requestedInstances(spec.requests()), candidate.pods()),
                ShellWordQuoter.fillCommand("tessera plan mig %s --layout %s", candidate.node().name(),
                        MigLayoutNotation.format(candidate.layout().toConfigEntries())),
                new SchedulingRemedyChange.RepartitionNodeGpusAction(candidate));
    }

    private static boolean lacksInstancesOnly(NodeFitResult node) {
        return !node.failures().isEmpty()
                && node.failures().stream().allMatch(PredictedNodeFilterFailure::lacksMigInstances);
    }

    /** @param all whether every pod is seen: else it is not known who holds what is missing */
    private List<RemovableNodePods> preemptionCandidates(boolean all) {
        if (!all) {
            return List.of();
        }
        var displacement = new SchedulingConflictPodFinder(schedulingSnapshot, spec);
        var hindered = nodes.stream().filter(SchedulingConflictPodFinder::isRelevant).limit(TRIED)
                .flatMap(node -> podsToDisplace(node, displacement));
        var full = nodes.stream().flatMap(this::podsToRemove);
        return Stream.concat(hindered, full)
                .sorted(Comparator.comparing(RemovableNodePods::isTerminating).reversed()
                        .thenComparingInt(exit -> exit.pods().size())
                        .thenComparingInt(exit -> exit.pods().stream().mapToInt(SchedulerPod::priority).max().orElse(0))
                        .thenComparingLong(RemovableNodePods::countDevices).thenComparing(RemovableNodePods::node))
                .limit(SchedulingRemedy.MOST_OF_A_KIND).toList();
    }

    private Stream<RemovableNodePods> podsToDisplace(NodeFitResult node, SchedulingConflictPodFinder displacement) {
        return schedulingSnapshot.findNode(node.name())
                .flatMap(schedulerNode -> displacement.findPods(schedulerNode, this::isSibling))
                .map(pods -> new RemovableNodePods(node.name(), pods)).stream();
    }

    private Stream<RemovableNodePods> podsToRemove(NodeFitResult node) {
        return schedulingSnapshot.findNode(node.name())
                .flatMap(schedulerNode -> podsToEnd(node, schedulerNode.withoutPods(this::isSibling)))
                .map(pods -> new RemovableNodePods(node.name(), pods)).stream();
    }

    /** Returns the time since the last of the pods should have been gone. */
    private Duration overdueTime(RemovableNodePods exit, GpuFleet fleet) {
        return exit.pods().stream().flatMap(pod -> fleet.snapshot().findPod(pod.namespace(), pod.name()).stream())
                .map(PodSummary::deleting).filter(Objects::nonNull)
                .map(at -> Duration.between(at, schedulingSnapshot.now())).max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private Optional<List<SchedulerPod>> podsToEnd(NodeFitResult node, SchedulerNode schedulerNode) {
        boolean devices = node.failsOnly(NodeFilterFailureEndCondition.OTHERS)
                && node.failures().stream().allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES));
        if (!devices) {
            return PreemptionVictimSelector.select(node, schedulerNode);
        }
        var able = schedulerNode.pods().stream().filter(pod -> !pod.returnsToNode())
                .collect(Collectors.toMap(SchedulerPod::podKey, Function.identity()));
        return schedulingSnapshot.inputs().deviceClaims().map(claims -> podsFreeingDevices(claims, node, able))
                .filter(pods -> !pods.isEmpty());
    }

    private static List<SchedulerPod> podsFreeingDevices(PodDeviceClaims claims, NodeFitResult node,
            Map<String, SchedulerPod> able) {
        return claims.podsToFreeDevices(node.nodeSummary(), able::containsKey).stream()
                .flatMap(key -> Optional.ofNullable(able.get(key)).stream()).toList();
    }

    /** Returns whether the pod's own controller created the other, which it would replace at once. */
    private boolean isSibling(SchedulerPod other) {
        return !other.terminating() && pod.filter(other::isSibling).isPresent();
    }

    /** Adds remedies that set a manually managed label on another node. */
    private void addLabelRemedies() {
        var requirements = spec.nodeAffinity().commonRequirements().stream()
                .filter(requirement -> !requirement.onlyValue().isEmpty()).toList();
        for (var node : nodes) {
            var lacked = requirements.stream()
                    .filter(requirement -> !requirement.matchesLabels(node.nodeSummary().labels())).toList();
            boolean only = node.failures().stream().allMatch(PredictedNodeFilterFailure::isLabelMismatch);
            if (only && lacked.size() == 1 && !isDiscoveredLabel(lacked.getFirst().key())) {
                var requirement = lacked.getFirst();
                remedies.add(new SchedulingRemedy(
                        MESSAGES.text("remedy.labelNode", node.name(),
                                requirement.key() + "=" + requirement.onlyValue()),
                        ShellWordQuoter.fillCommand("tessera plan label %s %s", node.name(),
                                requirement.key() + "=" + requirement.onlyValue()),
                        new SchedulingRemedyChange.SetNodeLabelAction(node.name(), requirement.key(),
                                requirement.onlyValue())));
                return;
            }
        }
    }

    private static boolean isDiscoveredLabel(String key) {
        return DISCOVERED.matcher(key).matches();
    }
}
