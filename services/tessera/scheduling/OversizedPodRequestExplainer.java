package tessera.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSchedulingConstraints;
import tessera.model.ResourceAmountFormatter;

/** Requests beside devices that no node with these devices could ever satisfy, not even an empty one. */
final class OversizedPodRequestExplainer {

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    /** Pods that are alike ask for the same. */
    private final Map<ResourceAmounts, String> reasonsByRequests = new HashMap<>();
    private final Map<OversizeCacheKey, Boolean> emptied = new HashMap<>();
    private final Map<OversizeCacheKey, Optional<String>> small = new HashMap<>();

    private record OversizeCacheKey(ResourceAmounts requests, Optional<PodSchedulingConstraints> constraints) {}

    OversizedPodRequestExplainer(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
    }

    /** Returns the reason in a sentence; empty if the requests can be satisfied or include no devices. */
    String reasonText(ResourceAmounts requests) {
        return reasonsByRequests.computeIfAbsent(requests, this::buildReason);
    }

    /** Returns why no node that the pod selects could ever satisfy it, where others could; empty otherwise. */
    Optional<String> selectorReasonText(ResourceAmounts requests, Optional<PodSchedulingConstraints> placing) {
        return placing.map(PodSchedulingConstraints::nodeAffinity)
                .filter(rule -> !rule.equals(RequiredNodeAffinity.ANY))
                .flatMap(rule -> small
                        .computeIfAbsent(new OversizeCacheKey(requests, placing), _ -> tooSmallText(requests, rule)));
    }

    private Optional<String> tooSmallText(ResourceAmounts requests, RequiredNodeAffinity rule) {
        var all = fleet.snapshot().nodes();
        var matchingNodes = new SelectorMatchingNodes(
                all.stream().filter(node -> rule.matches(node.name(), node.nodeSummary().labels())).toList(),
                requests);
        return matchingNodes.nodes().isEmpty() || matchingNodes.hasSufficientNode()
                || all.stream().noneMatch(matchingNodes::canSatisfy)
                        ? Optional.empty()
                        : Optional.of(matchingNodes.insufficientText());
    }

    /** Returns whether a node that takes pods and that the pod may use has room for it when empty. */
    boolean fitsEmptied(ResourceAmounts requests, Optional<PodSchedulingConstraints> placing) {
        return emptied.computeIfAbsent(new OversizeCacheKey(requests, placing),
                _ -> fleet.snapshot().nodes().stream().anyMatch(node -> fitsEmptied(node, requests, placing)));
    }

    /** Returns whether a node takes a pod once it is empty and has the devices that the pod requests. */
    boolean fitsBesideDevices(NodeWithBoundPods node, ResourceAmounts requests,
            Optional<PodSchedulingConstraints> placing) {
        var others = requests.names().stream().filter(name -> accelerators.acceleratorOf(name).isPresent())
                .reduce(requests, ResourceAmounts::without, (one, _) -> one);
        return fitsEmptied(node, others, placing);
    }

    private static boolean fitsEmptied(NodeWithBoundPods info, ResourceAmounts requests,
            Optional<PodSchedulingConstraints> placing) {
        var node = info.nodeSummary();
        return !node.unschedulable() && node.isReady()
                && placing.filter(constraints -> !constraints.selectsNode(node)
                        || PodNodeBlockers.of(info, constraints.tolerations(), requests).isPresent()).isEmpty()
                && !takesNoPods(node) && canSatisfy(node, requests.names(), requests);
    }

    /** Returns whether the node allows no pod at all. */
    static boolean takesNoPods(NodeSummary node) {
        return node.allocatable().has(ResourceAmounts.PODS) && node.allocatable().get(ResourceAmounts.PODS) < 1;
    }

    private String buildReason(ResourceAmounts requests) {
        var devices = new ArrayList<String>();
        var others = new ArrayList<String>();
        requests.names().stream().filter(name -> requests.get(name) > 0)
                .forEach(name -> (accelerators.acceleratorOf(name).isPresent() ? devices : others).add(name));
        var holders = fleet.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> canSatisfy(node, devices, requests)).toList();
        if (devices.isEmpty() || holders.isEmpty()) {
            return devices.size() > 1 && devices.stream().allMatch(name -> isOffered(name, requests))
                    ? togetherText(requests)
                    : "";
        }
        for (var name : others) {
            long maximum = holders.stream().mapToLong(node -> node.allocatable().get(name)).max().orElse(0);
            if (maximum < requests.get(name)) {
                var where = devices.stream()
                        .map(each -> ResourceAmountFormatter.amountWithName(each, requests.get(each)))
                        .collect(Collectors.joining(" and ", "no node that offers ", ""));
                return maximum == 0
                        ? "Wants %s; %s has any".formatted(
                                ResourceAmountFormatter.amountWithName(name, requests.get(name)),
                                where)
                        : "Wants %s on one node; %s has more than %s".formatted(
                                ResourceAmountFormatter.amountWithName(name, requests.get(name)),
                                where, ResourceAmountFormatter.amountText(name, maximum));
            }
        }
        return holders.stream().anyMatch(node -> canSatisfy(node, others, requests)) ? "" : togetherText(requests);
    }

    private static String togetherText(ResourceAmounts requests) {
        return "No single node has %s together".formatted(requests.names().stream()
                .filter(name -> requests.get(name) > 0)
                .map(name -> ResourceAmountFormatter.amountWithName(name, requests.get(name)))
                .collect(Collectors.joining(", ")));
    }

    /** Returns whether some node has that many devices, and no other node withholds so many for now. */
    private boolean isOffered(String device, ResourceAmounts requests) {
        var nodes = fleet.snapshot().nodes();
        return nodes.stream().anyMatch(node -> node.nodeSummary().allocatable().get(device) >= requests.get(device))
                && nodes.stream()
                        .noneMatch(
                                node -> UnadvertisedDeviceCalculator.lacksForNow(node, device, requests.get(device)));
    }

    private static boolean canSatisfy(NodeSummary node, Collection<String> names, ResourceAmounts requests) {
        return names.stream().allMatch(name -> node.allocatable().get(name) >= requests.get(name));
    }
}
