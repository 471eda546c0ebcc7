package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.PotentialMigCapacityCheck;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.mig.MigProductCatalog;
import tessera.model.ResourceAmountFormatter;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.PendingReasonPhrase.LargerNodes;
import tessera.scheduling.PendingReasonPhrase.MixedMigStrategy;
import tessera.scheduling.PendingReasonPhrase.OtherProducts;
import tessera.scheduling.PendingReasonPhrase.SharedProductNodes;
import tessera.scheduling.PendingReasonPhrase.SimilarResource;
import tessera.scheduling.PendingReasonPhrase.SmallerRequest;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategyLookup;

/** Finds the requests of a pod that no node could ever meet, alone or together. */
final class UnsatisfiablePodRequestFinder {

    private static final int LISTED = 4;
    private static final String PRODUCT = ".product";
    /** What feature discovery adds to the product where GPUs are shared under their own name. */
    private static final String SHARED = "-SHARED";

    private final PodSchedulingSpec spec;
    private final List<SchedulerNode> schedulerNodes;
    private final List<NodeFitResult> nodes;

    /** @param nodes what each of them says */
    UnsatisfiablePodRequestFinder(PodSchedulingSpec spec, List<SchedulerNode> schedulerNodes,
            List<NodeFitResult> nodes) {
        this.spec = spec;
        this.schedulerNodes = schedulerNodes;
        this.nodes = nodes;
    }

    /** Returns the requests that cannot be met; none where that cannot be determined. */
    List<PendingReason> reasons() {
        var alone = new ArrayList<PendingReason>();
        if (spec.nodeAffinity().matchesNothing()) {
            alone.add(new PendingReason.NodeAffinityEmpty());
        }
        var names = schedulerNodes.stream().map(SchedulerNode::name).toList();
        spec.nodeAffinity().pinnedNodeNames().map(TreeSet::new)
                .filter(pinned -> !pinned.isEmpty() && names.stream().noneMatch(pinned::contains))
                .ifPresent(pinned -> alone.add(new PendingReason.PinnedNodesMissing(List.copyOf(pinned))));
        if (!spec.node().isEmpty() && !names.contains(spec.node())) {
            alone.add(new PendingReason.NamedNodeMissing(spec.node(),
                    SpellingSuggestionFinder.nearestName(spec.node(), names).orElse("")));
        }
        spec.nodeAffinity().commonRequirements().stream().filter(this::isUnmetEverywhere).map(
                requirement -> new UnmatchedNodeLabelDiagnosis(requirement, schedulerNodes, requestsSeveralDevices())
                        .reason())
                .forEach(alone::add);
        requestedResources().filter(name -> largestAllocatable(nodesOffering(name), name) < spec.requests().get(name))
                .map(this::unmetResource).forEach(alone::add);
        return alone.isEmpty() ? conflictingRequests().map(List::of).orElse(List.of()) : alone;
    }

    private boolean isUnmetEverywhere(LabelRequirement requirement) {
        return schedulerNodes.stream()
                .noneMatch(schedulerNode -> requirement.matchesLabels(schedulerNode.nodeSummary().labels()));
    }

    private Stream<String> requestedResources() {
        return spec.requests().names().stream().filter(name -> spec.requests().get(name) > 0);
    }

    private static long largestAllocatable(List<SchedulerNode> rooms, String resource) {
        return rooms.stream().mapToLong(schedulerNode -> schedulerNode.allocatable(resource)).max().orElse(0);
    }

    private boolean isDevice(String name) {
        return name.contains("/");
    }

    /** Returns the nodes where more of a resource would help: beside the requested devices, if it is none itself. */
    private List<SchedulerNode> nodesOffering(String name) {
        var devices = isDevice(name) ? List.<String>of() : requestedResources().filter(this::isDevice).toList();
        var offering = schedulerNodes.stream().filter(schedulerNode -> allocatesAll(schedulerNode, devices)).toList();
        return offering.isEmpty() ? schedulerNodes : offering;
    }

    private boolean allocatesAll(SchedulerNode schedulerNode, List<String> devices) {
        return devices.stream().allMatch(device -> schedulerNode.allocatable(device) >= spec.requests().get(device));
    }

    private PendingReason unmetResource(String name) {
        var among = nodesOffering(name);
        boolean everywhere = among.size() == schedulerNodes.size();
        var devices = everywhere ? List.<RequestedAmount>of()
                : RequestedAmount.listOf(requestedResources().filter(this::isDevice).toList(), spec.requests());
        var requested = new RequestedAmount(name, spec.requests().get(name));
        long maximum = largestAllocatable(among, name);
        long whole = largestUnsharedAmount(name);
        if (maximum > 0 && whole > 0 && whole < maximum) {
            return new PendingReason.RequestTooLarge(requested, List.of(),
                    ResourceAmountFormatter.amountText(name, whole), true, smallerRequest(name));
        }
        if (maximum > 0) {
            return new PendingReason.RequestTooLarge(requested, devices,
                    ResourceAmountFormatter.amountText(name, maximum), false, smallerRequest(name));
        }
        if (!everywhere && largestAllocatable(schedulerNodes, name) > 0) {
            return new PendingReason.RequestTooLarge(requested, devices, "", false, Optional.empty());
        }
        return new PendingReason.ResourceNotOffered(name, otherOffer(name, schedulerNodes));
    }

    private Optional<SmallerRequest> smallerRequest(String name) {
        return attainableAmount(name).map(amount -> withLargerNodes(name, amount)).or(() -> toleratingRequest(name));
    }

    /** Returns the most that is available with further tolerations, as a proposal; empty for none. */
    private Optional<SmallerRequest> toleratingRequest(String name) {
        return nodes.stream()
                .filter(node -> node.failures().stream().allMatch(UnsatisfiablePodRequestFinder::allowsSmallerRequest))
                .flatMap(node -> allocatableOfResource(node, name)).max(Map.Entry.comparingByValue())
                .map(most -> new SmallerRequest(
                        new RequestedAmount(name, most.getValue()), most.getKey().failures().stream()
                                .flatMap(failure -> failure.taint().stream()).map(Taint::toString).toList(),
                        List.of(), List.of()));
    }

    private static Stream<Map.Entry<NodeFitResult, Long>> allocatableOfResource(NodeFitResult node, String name) {
        return node.resources().stream().filter(shortfall -> shortfall.resource().equals(name))
                .map(shortfall -> Map.entry(node, shortfall.allocatable()));
    }

    /** Returns whether a smaller request or a toleration would resolve the failure. */
    private static boolean allowsSmallerRequest(PredictedNodeFilterFailure failure) {
        return failure.blocker() == NodeFilterFailureEndCondition.OTHERS
                || failure.shortfall().filter(shortfall -> shortfall.allocatable() > 0).isPresent() || failure.taint()
                        .filter(taint -> !CordonedOrTaintedNodeRemedyFinder.shouldNotTolerate(taint)).isPresent();
    }

    /** Returns the proposal with the nodes that have more and are closed to the pod. */
    private SmallerRequest withLargerNodes(String name, long attainable) {
        var offering = nodesOffering(name).stream().map(SchedulerNode::name).toList();
        var richer = nodes.stream()
                .filter(node -> offering.contains(node.name())
                        && node.nodeSummary().allocatable().get(name) > attainable
                        && permanentFailureTexts(node).findAny().isPresent())
                .toList();
        return new SmallerRequest(new RequestedAmount(name, attainable), List.of(),
                richer.stream().map(NodeFitResult::name).toList(),
                richer.stream().flatMap(UnsatisfiablePodRequestFinder::permanentFailureTexts).distinct().limit(LISTED)
                        .toList());
    }

    private static Stream<String> permanentFailureTexts(NodeFitResult node) {
        return node.failures().stream().filter(
                failure -> failure.blocker() != NodeFilterFailureEndCondition.OTHERS && failure.shortfall().isEmpty())
                .map(PredictedNodeFilterFailure::briefText);
    }

    /** Returns the most that is attainable on nodes without any other lasting failure; empty where there are none. */
    private Optional<Long> attainableAmount(String name) {
        return nodes.stream().filter(UnsatisfiablePodRequestFinder::waitsForOthers)
                .flatMap(node -> node.resources().stream()).filter(need -> need.resource().equals(name))
                .map(ResourceShortfall::allocatable).max(Comparator.naturalOrder());
    }

    private static boolean waitsForOthers(NodeFitResult node) {
        return node.failures().stream().allMatch(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS
                || failure.shortfall().filter(shortfall -> shortfall.allocatable() > 0).isPresent());
    }

    /** Returns the proposal for a resource that no node offers: another MIG strategy, or a resource of a similar name. */
    private Optional<PendingReasonPhrase> otherOffer(String name, List<SchedulerNode> among) {
        return mixedStrategy(name, among).<PendingReasonPhrase>map(proposal -> proposal)
                .or(() -> similarResource(name, among));
    }

    private Optional<MixedMigStrategy> mixedStrategy(String name, List<SchedulerNode> among) {
        var potential = new PotentialMigCapacityCheck(spec.requests(), MigProductCatalog.bundled());
        var nodesByStrategy = new TreeMap<String, List<String>>();
        for (var node : among) {
            var strategy = potential.blockingStrategy(node.info(), name);
            if (strategy.isPresent()) {
                nodesByStrategy.computeIfAbsent(strategy.get(), _ -> new ArrayList<>()).add(node.name());
            }
        }
        return nodesByStrategy.entrySet().stream().max(Comparator.comparingInt(each -> each.getValue().size()))
                .map(each -> new MixedMigStrategy(each.getValue(), each.getKey()));
    }

    /** Returns a similarly named resource that the nodes offer, as a proposal; shares are left out where a container requests several. */
    private Optional<SimilarResource> similarResource(String name, List<SchedulerNode> among) {
        boolean several = spec.largestContainerRequests().get(name) > 1;
        var offered = among.stream().flatMap(schedulerNode -> allocatableNames(schedulerNode, several))
                .collect(Collectors.toCollection(TreeSet::new));
        return SpellingSuggestionFinder.nearestName(name, offered).map(near -> new SimilarResource(near, name));
    }

    private static Stream<String> allocatableNames(SchedulerNode schedulerNode, boolean several) {
        return schedulerNode.nodeSummary().allocatable().names().stream().filter(
                each -> schedulerNode.allocatable(each) > 0 && !(several && each.endsWith(DeviceShareCounts.SHARED)));
    }

    /** Returns the requests that are each met on some node, but never all on one. */
    private Optional<PendingReason> conflictingRequests() {
        var selected = schedulerNodes.stream()
                .filter(schedulerNode -> (spec.node().isEmpty() || spec.node().equals(schedulerNode.name()))
                        && spec.nodeAffinity().matches(schedulerNode.name(), schedulerNode.nodeSummary().labels()))
                .toList();
        if (selected.isEmpty()) {
            return new JointlyUnmetLabelRequirements(spec, schedulerNodes).reason();
        }
        var matchingNodes = new SelectorMatchingNodes(selected.stream().map(SchedulerNode::info).toList(),
                spec.requests());
        if (matchingNodes.hasSufficientNode()) {
            return Optional.empty();
        }
        if (selected.size() < schedulerNodes.size()) {
            return Optional.of(tooSmallSelection(matchingNodes, selected));
        }
        var shared = requestedResources().filter(this::isOnlyShared).findFirst();
        if (shared.isPresent()) {
            return shared.map(this::unmetResource);
        }
        return Optional.of(new PendingReason.NoNodeHasCombination(
                RequestedAmount.listOf(requestedResources().toList(), spec.requests()), separableDevices()));
    }

    /** Returns the devices that no single node has together; none for any other requests. */
    private List<RequestedAmount> separableDevices() {
        var devices = requestedResources().filter(this::isDevice).toList();
        if (devices.size() < 2
                || schedulerNodes.stream().anyMatch(schedulerNode -> allocatesRequested(schedulerNode, devices))) {
            return List.of();
        }
        return RequestedAmount.listOf(devices, spec.requests());
    }

    private boolean allocatesRequested(SchedulerNode schedulerNode, List<String> devices) {
        return devices.stream().allMatch(name -> schedulerNode.allocatable(name) >= spec.requests().get(name));
    }

    /** Returns whether so many of the resource are offered only as shares, of which a container should request one. */
    private boolean isOnlyShared(String name) {
        return spec.largestContainerRequests().get(name) > 1 && largestUnsharedAmount(name) > 0
                && largestUnsharedAmount(name) < spec.requests().get(name);
    }

    private long largestUnsharedAmount(String name) {
        return largestAllocatable(schedulerNodes.stream().filter(
                schedulerNode -> GpuSharingStrategyLookup.find(schedulerNode.nodeSummary().labels(), name).isEmpty())
                .toList(), name);
    }

    /** Returns the reason of a pod whose selected nodes are too small. */
    private PendingReason tooSmallSelection(SelectorMatchingNodes matchingNodes, List<SchedulerNode> selected) {
        var scarce = matchingNodes.scarceResource();
        var near = scarce.filter(name -> matchingNodes.largestAmount(name) == 0)
                .flatMap(name -> otherOffer(name, selected));
        var less = scarce.filter(name -> matchingNodes.largestAmount(name) > 0).flatMap(this::smallerRequest);
        return matchingNodes.reason(sharedProductNodes(),
                Stream.<Optional<? extends PendingReasonPhrase>>of(near, otherProducts(), largerNodes(), less)
                        .<PendingReasonPhrase>flatMap(Optional::stream).findFirst());
    }

    /** Returns nodes that are large enough and not selected, as a proposal; empty for none. */
    private Optional<LargerNodes> largerNodes() {
        var able = nodes.stream().filter(node -> node.status() == NodeFitResult.NodeFitStatus.UNSUITABLE)
                .filter(node -> node.failures().stream()
                        .filter(failure -> failure.blocker().compareTo(NodeFilterFailureEndCondition.LAYOUT) >= 0)
                        .allMatch(failure -> failure.isOf(SchedulerPlugin.NODE_AFFINITY)))
                // Several shares may all be of one device.
                .filter(this::sharesNoRequest).map(NodeFitResult::name).toList();
        return able.isEmpty() ? Optional.empty() : Optional.of(new LargerNodes(able));
    }

    private boolean sharesNoRequest(NodeFitResult node) {
        return !requestsSeveralDevices() || requestedResources().filter(this::isDevice)
                .allMatch(name -> GpuSharingStrategyLookup.find(node.nodeSummary().labels(), name).isEmpty());
    }

    /** Returns other GPU products whose nodes have all requests, as a proposal; empty for none. */
    private Optional<OtherProducts> otherProducts() {
        var requirements = spec.nodeAffinity().commonRequirements();
        var products = requirements.stream()
                .filter(requirement -> requirement.key().endsWith(PRODUCT) && !requirement.onlyValue().isEmpty())
                .flatMap(product -> productsOfFittingNodes(product, requirements))
                .filter(value -> !value.isEmpty() && !(requestsSeveralDevices() && value.endsWith(SHARED)))
                .collect(Collectors.toCollection(TreeSet::new));
        return products.isEmpty() ? Optional.empty()
                : Optional.of(new OtherProducts(products.stream().limit(LISTED).toList()));
    }

    private Stream<String> productsOfFittingNodes(LabelRequirement product, List<LabelRequirement> requirements) {
        return schedulerNodes.stream()
                .filter(schedulerNode -> requirements.stream()
                        .allMatch(requirement -> requirement.equals(product)
                                || requirement.matchesLabels(schedulerNode.nodeSummary().labels())))
                .filter(schedulerNode -> requestedResources()
                        .allMatch(name -> schedulerNode.allocatable(name) >= spec.requests().get(name)))
                .map(schedulerNode -> schedulerNode.nodeSummary().labels().getOrDefault(product.key(), ""));
    }

    /** Returns whether a container requests several of one device. */
    private boolean requestsSeveralDevices() {
        return spec.largestContainerRequests().names().stream()
                .anyMatch(name -> name.contains("/") && spec.largestContainerRequests().get(name) > 1);
    }

    /** Returns nodes that are not selected only because sharing changes their product label; empty for none. */
    private Optional<SharedProductNodes> sharedProductNodes() {
        return spec
                .nodeAffinity().commonRequirements().stream().filter(
                        requirement -> requirement.key().endsWith(PRODUCT))
                .filter(requirement -> !requirement.onlyValue().isEmpty())
                .map(requirement -> new SharedProductNodes(schedulerNodes.stream()
                        .filter(node -> (requirement.onlyValue() + SHARED)
                                .equals(node.nodeSummary().labels().get(requirement.key())))
                        .map(SchedulerNode::name).toList(), requirement.onlyValue() + SHARED))
                .filter(shared -> !shared.nodes().isEmpty()).findFirst();
    }
}
