package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeWithBoundPods;
import tessera.model.ResourceAmountFormatter;

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

    /** Returns why none of them suffices, in a sentence without a full stop. */
    public String insufficientText() {
        return scarceResource().map(this::amountText)
                .orElseGet(this::scarceTogetherText);
    }

    private String scarceTogetherText() {
        return "It selects %d nodes, none of which has %s together"
                .formatted(nodes.size(),
                        requestedResources()
                                .map(name -> ResourceAmountFormatter.amountWithName(name, requests.get(name)))
                                .collect(Collectors.joining(", ")));
    }

    private String amountText(String resource) {
        boolean single = nodes.size() == 1;
        long maximum = largestAmount(resource);
        var which = single ? "it selects only " + nodes.getFirst().name()
                : "it selects %d nodes".formatted(nodes.size());
        String less;
        if (maximum == 0) {
            if (single) {
                less = "which offers none";
            } else {
                less = "none of which offers any";
            }
        } else {
            less = (single ? "which has " : "none of which has more than ")
                    + ResourceAmountFormatter.amountText(resource, maximum);
        }
        return "Wants %s; %s, %s".formatted(ResourceAmountFormatter.amountWithName(resource, requests.get(resource)),
                which,
                less);
    }
}
