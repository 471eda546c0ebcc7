package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.ObjectSource;

/**
 * The LocalQueues of Kueue through which namespaces reach ClusterQueues, as far as they may be read.
 *
 * @param asked     namespaces that were asked one by one, and why their queues are not all known; empty where they are
 * @param elsewhere the same of all other namespaces
 */
public record LocalQueues(List<LocalQueue> all, Map<String, Optional<Problem>> asked, Optional<Problem> elsewhere) {

    public LocalQueues {
        all = List.copyOf(all);
        asked = Map.copyOf(asked);
    }

    /**
     * A LocalQueue.
     *
     * @param leadsTo the ClusterQueue
     * @param closed  why it lets nothing through; empty where it does
     */
    public record LocalQueue(String namespace, String name, String leadsTo, Optional<String> closed) {}

    /**
     * Asks the cluster; waits for it.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static LocalQueues read(ObjectSource source, Collection<String> namespaces)
            throws Failure, InterruptedException {
        var found = new ArrayList<LocalQueue>();
        Consumer<JsonNode> reader = queue -> found.add(new LocalQueue(queue.at("/metadata/namespace").asText(),
                queue.at("/metadata/name").asText(), queue.at("/spec/clusterQueue").asText(),
                KueueObjects.closed(queue)));
        var kueue = new KueueObjects(source);
        var gap = kueue.each("LocalQueue", "localqueues", "", reader);
        var asked = new HashMap<String, Optional<Problem>>();
        if (gap.filter(why -> why.kind() == Problem.ProblemKind.FORBIDDEN).isPresent()) {
            for (var namespace : namespaces) {
                asked.put(namespace, kueue.each("LocalQueue", "localqueues", namespace, reader));
            }
        }
        return new LocalQueues(found, asked, gap);
    }

    /** Why the queues of a namespace are not all known; empty where they are. */
    public Optional<Problem> gap(String namespace) {
        return asked.getOrDefault(namespace, elsewhere);
    }

    /** Their names in a namespace. */
    public List<String> of(String namespace) {
        return all.stream().filter(queue -> queue.namespace().equals(namespace)).map(LocalQueue::name).sorted()
                .toList();
    }

    public Optional<LocalQueue> queue(String namespace, String name) {
        return all.stream().filter(queue -> queue.namespace().equals(namespace) && queue.name().equals(name))
                .findFirst();
    }
}
