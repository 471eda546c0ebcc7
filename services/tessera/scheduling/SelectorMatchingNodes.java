package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeWithBoundPods;
import tessera.model.ResourceAmountFormatter;
import tessera.scheduling.PendingReasonPhrase.SharedProductNodes;

/**
 * The nodes that a pod's selector matches, compared with its requests.
 *
 * @param nodes those that it selects; at least one
 */
public record SelectorMatchingNodes(List<NodeWithBoundPods> nodes, ResourceAmounts requests) {

    public SelectorMatchingNodes {
        nodes = List.copyOf(nodes);
    }

    private Stream<String> requestedResources() {
        return requests.names().stream().filter(name -> requests.get(name) > 0);
    }

    /** Returns whether one of them could satisfy all requests if it were empty and healthy. */
    public boolean hasSufficientNode() {
        return nodes.stream().anyMatch(this::canSatisfy);
    }

    boolean canSatisfy(NodeWithBoundPods node) {
        return requestedResources()
                .allMatch(name -> UnadvertisedDeviceCalculator.potentialAmount(node, name) >= requests.get(name));
    }

    /** Returns the resource of which none of them has enough, devices first; empty if each resource suffices somewhere. */
    public Optional<String> scarceResource() {
        return requestedResources().filter(name -> largestAmount(name) < requests.get(name))
                .max(Comparator.comparing(name -> name.contains("/")));
    }

    /** Returns the largest amount that one of them has. */
    public long largestAmount(String resource) {
        return nodes.stream().mapToLong(node -> node.nodeSummary().allocatable().get(resource)).max().orElse(0);
    }

    /** Returns why none of them suffices. */
    PendingReason reason(Optional<SharedProductNodes> shared, Optional<PendingReasonPhrase> proposal) {
        return scarceResource()
                .<PendingReason>map(
                        name -> new PendingReason.SelectedNodesTooSmall(new RequestedAmount(name, requests.get(name)),
                                nodes.size(), nodes.size() == 1 ? nodes.getFirst().name() : "",
                                largestAmount(name) == 0 ? ""
                                        : ResourceAmountFormatter.amountText(name, largestAmount(name)),
                                shared, proposal))
                .orElseGet(() -> new PendingReason.SelectedNodesLackCombination(nodes.size(),
                        RequestedAmount.listOf(requestedResources().toList(), requests), shared, proposal));
    }
}
