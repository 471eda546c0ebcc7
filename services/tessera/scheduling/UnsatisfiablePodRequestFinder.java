package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.model.ResourceAmountFormatter;
import tessera.model.SpellingSuggestionFinder;
import tessera.model.WordListJoiner;
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
    List<UnmetRequest> unmetRequests() {
        var alone = new ArrayList<UnmetRequest>();
        if (spec.nodeAffinity().matchesNothing()) {
            alone.add(new UnmetRequest("Its node affinity has no conditions, and so matches no node",
                    "Give its node affinity conditions, or leave it out"));
        }
        spec.nodeAffinity().pinnedNodeNames().map(TreeSet::new)
                .filter(names -> !names.isEmpty()
                        && schedulerNodes.stream().map(SchedulerNode::name).noneMatch(names::contains))
                .ifPresent(
                        names -> alone.add(new UnmetRequest("It is meant for %s, and there is no such node".formatted(
                                String.join(", ", names)), "")));
        if (!spec.node().isEmpty()
                && schedulerNodes.stream().noneMatch(schedulerNode -> schedulerNode.name().equals(spec.node()))) {
            var names = schedulerNodes.stream().map(SchedulerNode::name).toList();
            alone.add(new UnmetRequest("There is no node “%s”".formatted(spec.node()),
                    SpellingSuggestionFinder.nearestName(spec.node(), names).map("Name the node %s instead"::formatted)
                            .orElse("")));
        }
        spec.nodeAffinity().commonRequirements().stream().filter(this::isUnmetEverywhere)
                .map(requirement -> new UnmatchedNodeLabelDiagnosis(requirement, schedulerNodes,
                        requestsSeveralDevices())
                        .unmetRequest())
                .forEach(alone::add);
        requestedResources().filter(name -> largestAllocatable(nodesOffering(name), name) < spec.requests().get(name))
                .map(this::unmetResource)
                .forEach(alone::add);
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
        return devices.stream()
                .allMatch(device -> schedulerNode.allocatable(device) >= spec.requests().get(device));
    }

    private UnmetRequest unmetResource(String name) {
        var among = nodesOffering(name);
        var where = among.size() == schedulerNodes.size() ? "no node"
                : requestedResources().filter(this::isDevice)
                        .map(each -> ResourceAmountFormatter.amountWithName(each, spec.requests().get(each)))
                        .collect(Collectors.joining(" and ", "no node that offers ", ""));
        long maximum = largestAllocatable(among, name);
        long wanted = spec.requests().get(name);
        long whole = largestUnsharedAmount(name);
        if (maximum > 0 && whole > 0 && whole < maximum) {
            return new UnmetRequest("Wants %s on one node; shares of devices aside, no node has more than %s".formatted(
                    ResourceAmountFormatter.amountWithName(name, wanted),
                    ResourceAmountFormatter.amountText(name, whole)),
                    smallerRequestText(name));
        }
        if (maximum > 0) {
            return new UnmetRequest(
                    "Wants %s on one node; %s has more than %s".formatted(
                            ResourceAmountFormatter.amountWithName(name, wanted),
                            where,
                            ResourceAmountFormatter.amountText(name, maximum)),
                    smallerRequestText(name));
        }
        if (among.size() < schedulerNodes.size() && largestAllocatable(schedulerNodes, name) > 0) {
            return new UnmetRequest(
                    "Wants %s; %s has any".formatted(ResourceAmountFormatter.amountWithName(name, wanted), where),
                    "");
        }
        return new UnmetRequest("No node offers %s".formatted(name), similarResourceText(name, schedulerNodes));
    }

    private String smallerRequestText(String name) {
        return attainableAmount(name)
                .map(amount -> "Ask for at most %s a pod, and for more pods"
                        .formatted(ResourceAmountFormatter.amountWithName(name, amount))
                        + closedLargerNodesText(name, amount))
                .orElseGet(() -> tolerationAmountText(name));
    }

    /** Returns the most that is available with further tolerations, as a proposal; empty for none. */
    private String tolerationAmountText(String name) {
        return nodes.stream()
                .filter(node -> node.failures().stream().allMatch(UnsatisfiablePodRequestFinder::allowsSmallerRequest))
                .flatMap(node -> allocatableOfResource(node, name))
                .max(Map.Entry.comparingByValue())
                .map(most -> "Ask for at most %s a pod, and for more pods, and let them tolerate %s".formatted(
                        ResourceAmountFormatter.amountWithName(name, most.getValue()),
                        WordListJoiner.joinWords(
                                most.getKey().failures().stream().flatMap(failure -> failure.taint().stream())
                                        .map(Taint::toString).toList(),
                                " and ")))
                .orElse("");
    }

    private static Stream<Map.Entry<NodeFitResult, Long>> allocatableOfResource(NodeFitResult node, String name) {
        return node.resources().stream().filter(shortfall -> shortfall.resource().equals(name))
                .map(shortfall -> Map.entry(node, shortfall.allocatable()));
    }

    /** Returns whether a smaller request or a toleration would resolve the failure. */
    private static boolean allowsSmallerRequest(PredictedNodeFilterFailure failure) {
        return failure.blocker() == NodeFilterFailureEndCondition.OTHERS
                || failure.shortfall().filter(shortfall -> shortfall.allocatable() > 0).isPresent()
                || failure.taint().filter(taint -> !CordonedOrTaintedNodeRemedyFinder.shouldNotTolerate(taint))
                        .isPresent();
    }

    /** Returns the nodes that have more and are closed to the pod, with the reasons; empty for none. */
    private String closedLargerNodesText(String name, long attainable) {
        var offering = nodesOffering(name).stream().map(SchedulerNode::name).toList();
        var richer = nodes.stream().filter(node -> offering.contains(node.name())
                && node.nodeSummary().allocatable().get(name) > attainable
                && permanentFailureTexts(node).findAny().isPresent()).toList();
        var why = richer.stream().flatMap(UnsatisfiablePodRequestFinder::permanentFailureTexts).distinct().toList();
        if (why.isEmpty()) {
            return "";
        }
        var names = WordListJoiner.firstWords(richer.stream().map(NodeFitResult::name).toList(), LISTED);
        return "; %s %s more, and %s closed to it (%s)".formatted(names, richer.size() == 1 ? "has" : "have",
                richer.size() == 1 ? "is" : "are", why.stream().limit(LISTED).collect(Collectors.joining(", ")));
    }

    private static Stream<String> permanentFailureTexts(NodeFitResult node) {
        return node.failures().stream()
                .filter(failure -> failure.blocker() != NodeFilterFailureEndCondition.OTHERS
                        && failure.shortfall().isEmpty())
                .map(PredictedNodeFilterFailure::briefText);
    }

    /** Returns the most that is attainable on nodes without any other lasting failure; empty where there are none. */
    private Optional<Long> attainableAmount(String name) {
        return nodes.stream()
                .filter(UnsatisfiablePodRequestFinder::waitsForOthers)
                .flatMap(node -> node.resources().stream()).filter(need -> need.resource().equals(name))
                .map(ResourceShortfall::allocatable).max(Comparator.naturalOrder());
    }

    private static boolean waitsForOthers(NodeFitResult node) {
        return node.failures().stream()
                .allMatch(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS
                        || failure.shortfall().filter(shortfall -> shortfall.allocatable() > 0).isPresent());
    }

    /** Returns a similarly named resource that the nodes offer, as a proposal; shares are left out where a container requests several. */
    private String similarResourceText(String name, List<SchedulerNode> among) {
        boolean several = spec.largestContainerRequests().get(name) > 1;
        var offered = among.stream().flatMap(schedulerNode -> allocatableNames(schedulerNode, several))
                .collect(Collectors.toCollection(TreeSet::new));
        return SpellingSuggestionFinder.nearestName(name, offered)
                .map(near -> "Ask for %s instead of %s, if that was meant".formatted(near, name)).orElse("");
    }

    private static Stream<String> allocatableNames(SchedulerNode schedulerNode, boolean several) {
        return schedulerNode.nodeSummary().allocatable().names().stream()
                .filter(each -> schedulerNode.allocatable(each) > 0
                        && !(several && each.endsWith(DeviceShareCounts.SHARED)));
    }

    /** Returns the requests that are each met on some node, but never all on one. */
    private Optional<UnmetRequest> conflictingRequests() {
        var selected = schedulerNodes.stream()
                .filter(schedulerNode -> (spec.node().isEmpty() || spec.node().equals(schedulerNode.name()))
                        && spec.nodeAffinity().matches(schedulerNode.name(), schedulerNode.nodeSummary().labels()))
                .toList();
        if (selected.isEmpty()) {
            return new JointlyUnmetLabelRequirements(spec, schedulerNodes).unmetRequest();
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
        return Optional.of(new UnmetRequest("No single node has %s together".formatted(requestedResources()
                .map(name -> ResourceAmountFormatter.amountWithName(name, spec.requests().get(name)))
                .collect(Collectors.joining(", "))),
                separateDevicesText()));
    }

    /** Returns a remedy for devices that no single node has together; empty for any other requests. */
    private String separateDevicesText() {
        var devices = requestedResources().filter(this::isDevice).toList();
        if (devices.size() < 2
                || schedulerNodes.stream().anyMatch(schedulerNode -> allocatesRequested(schedulerNode, devices))) {
            return "";
        }
        return "Have a pod for each: no node offers %s".formatted(WordListJoiner.joinWords(devices.stream()
                .map(name -> ResourceAmountFormatter.amountWithName(name, spec.requests().get(name)))
                .toList(),
                " and "));
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
        return largestAllocatable(
                schedulerNodes.stream()
                        .filter(schedulerNode -> GpuSharingStrategyLookup
                                .find(schedulerNode.nodeSummary().labels(), name)
                                .isEmpty())
                        .toList(),
                name);
    }

    /** Returns the unmet request of a pod whose selected nodes are too small. */
    private UnmetRequest tooSmallSelection(SelectorMatchingNodes matchingNodes, List<SchedulerNode> selected) {
        var scarce = matchingNodes.scarceResource();
        var near = scarce.filter(name -> matchingNodes.largestAmount(name) == 0)
                .map(name -> similarResourceText(name, selected)).orElse("");
        var less = scarce.filter(name -> matchingNodes.largestAmount(name) > 0).map(this::smallerRequestText)
                .orElse("");
        return new UnmetRequest(matchingNodes.insufficientText() + sharedProductLabelText(),
                Stream.of(near, otherProductsText(), largerNodesRemedyText(), less)
                        .filter(text -> !text.isEmpty()).findFirst().orElse(""));
    }

    /** Returns nodes that are large enough and not selected, as a proposal; empty for none. */
    private String largerNodesRemedyText() {
        var able = nodes.stream().filter(node -> node.status() == NodeFitResult.NodeFitStatus.UNSUITABLE)
                .filter(node -> node
                        .failures().stream()
                        .filter(failure -> failure.blocker().compareTo(NodeFilterFailureEndCondition.LAYOUT) >= 0)
                        .allMatch(failure -> failure.isOf(SchedulerPlugin.NODE_AFFINITY)))
                // Several shares may all be of one device.
                .filter(this::sharesNoRequest)
                .map(NodeFitResult::name).toList();
        if (able.isEmpty()) {
            return "";
        }
        return "Select other nodes, or ask for less: %s%s what it wants".formatted(
                WordListJoiner.firstWords(able, LISTED),
                able.size() == 1 ? " has" : " have");
    }

    private boolean sharesNoRequest(NodeFitResult node) {
        return !requestsSeveralDevices() || requestedResources().filter(this::isDevice)
                .allMatch(name -> GpuSharingStrategyLookup.find(node.nodeSummary().labels(), name).isEmpty());
    }

    /** Returns other GPU products whose nodes have all requests, as a proposal; empty for none. */
    private String otherProductsText() {
        var requirements = spec.nodeAffinity().commonRequirements();
        var products = requirements.stream()
                .filter(requirement -> requirement.key().endsWith(PRODUCT) && !requirement.onlyValue().isEmpty())
                .flatMap(product -> productsOfFittingNodes(product, requirements))
                .filter(value -> !value.isEmpty() && !(requestsSeveralDevices() && value.endsWith(SHARED)))
                .collect(Collectors.toCollection(TreeSet::new));
        if (products.isEmpty()) {
            return "";
        }
        return "Select another product, if it may be: nodes have what it wants of "
                + products.stream().limit(LISTED).collect(Collectors.joining(", "));
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
    private String sharedProductLabelText() {
        return spec.nodeAffinity().commonRequirements().stream()
                .filter(requirement -> requirement.key().endsWith(PRODUCT))
                .filter(requirement -> !requirement.onlyValue().isEmpty()).flatMap(requirement -> {
                    var shared = requirement.onlyValue() + SHARED;
                    var names = schedulerNodes.stream().filter(
                            schedulerNode -> shared.equals(schedulerNode.nodeSummary().labels().get(requirement.key())))
                            .map(SchedulerNode::name).toList();
                    if (names.isEmpty()) {
                        return Stream.empty();
                    }
                    return Stream.of("; %s of that product %s GPUs (the label says %s)".formatted(
                            names.stream().limit(LISTED).collect(Collectors.joining(", ")),
                            names.size() == 1 ? "shares its" : "share their", shared));
                }).findFirst().orElse("");
    }
}
