package tessera.insight;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.NodeFacts;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceText;

/**
 * The nodes that a pod selects, held against what it asks for.
 *
 * @param nodes those that it selects; at least one
 */
public record SelectedNodes(List<NodeFacts> nodes, ResourceAmounts requests) {

    public SelectedNodes {
        nodes = List.copyOf(nodes);
    }

    private Stream<String> wanted() {
        return requests.names().stream().filter(name -> requests.get(name) > 0);
    }

    /** Whether one of them could give all of it if it were empty and well. */
    public boolean suffices() {
        return nodes.stream().anyMatch(this::gives);
    }

    boolean gives(NodeFacts node) {
        return wanted().allMatch(name -> UnadvertisedDevices.of(node, name) >= requests.get(name));
    }

    /** What none of them has enough of, a device before all else; empty where each has enough of something. */
    public Optional<String> scarce() {
        return wanted().filter(name -> most(name) < requests.get(name))
                .max(Comparator.comparing(name -> name.contains("/")));
    }

    /** The most that one of them has. */
    public long most(String resource) {
        return nodes.stream().mapToLong(node -> node.allocatable().get(resource)).max().orElse(0);
    }

    /** Why none of them suffices, in a sentence without a full stop. */
    public String words() {
        return scarce().map(this::words).orElseGet(() -> "It selects %d nodes, none of which has %s together"
                .formatted(nodes.size(), wanted().map(name -> ResourceText.of(name, requests.get(name)))
                        .collect(Collectors.joining(", "))));
    }

    private String words(String resource) {
        boolean single = nodes.size() == 1;
        long most = most(resource);
        var which = single ? "it selects only " + nodes.getFirst().name()
                : "it selects %d nodes".formatted(nodes.size());
        var less = most == 0 ? single ? "which offers none" : "none of which offers any"
                : (single ? "which has " : "none of which has more than ") + ResourceText.words(resource, most);
        return "Wants %s; %s, %s".formatted(ResourceText.of(resource, requests.get(resource)), which, less);
    }
}
