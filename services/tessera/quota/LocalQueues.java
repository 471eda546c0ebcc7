package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.KueueObjectReader;

/**
 * The LocalQueues of Kueue through which namespaces reach ClusterQueues, as far as they may be read.
 *
 * @param gapsByNamespace     namespaces that were asked one by one, and why their queues are not all known; empty where they are
 * @param defaultGap the same of all other namespaces
 */
public record LocalQueues(List<LocalQueue> queues, Map<String, Optional<Problem>> gapsByNamespace,
        Optional<Problem> defaultGap) {

    public LocalQueues {
        queues = List.copyOf(queues);
        gapsByNamespace = Map.copyOf(gapsByNamespace);
    }

    /**
     * A LocalQueue.
     *
     * @param clusterQueue the ClusterQueue
     * @param closedReason  why it lets nothing through; empty where it does
     */
    public record LocalQueue(String namespace, String name, String clusterQueue, Optional<String> closedReason) {}

    /**
     * Reads the LocalQueues from the cluster; blocks.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static LocalQueues read(ClusterObjectSource source, Collection<String> namespaces)
            throws ProblemException, InterruptedException {
        var found = new ArrayList<LocalQueue>();
        Consumer<JsonNode> reader = queue -> found
                .add(new LocalQueue(queue.at("/metadata/namespace").asText(), queue.at("/metadata/name").asText(),
                        queue.at("/spec/clusterQueue").asText(), KueueObjectReader.closedReason(queue)));
        var kueue = new KueueObjectReader(source);
        var problem = kueue.forEach("LocalQueue", "localqueues", "", reader);
        var asked = new HashMap<String, Optional<Problem>>();
        if (problem.filter(why -> why.kind() == Problem.OperationProblemKind.FORBIDDEN).isPresent()) {
            for (var namespace : namespaces) {
                asked.put(namespace, kueue.forEach("LocalQueue", "localqueues", namespace, reader));
            }
        }
        return new LocalQueues(found, asked, problem);
    }

    /** Returns the reason why the queues of a namespace are not all known; empty where they are. */
    public Optional<Problem> gapOf(String namespace) {
        return gapsByNamespace.getOrDefault(namespace, defaultGap);
    }

    /** Returns the sorted names of the queues of a namespace. */
    public List<String> namesIn(String namespace) {
        return queues.stream().filter(queue -> queue.namespace().equals(namespace)).map(LocalQueue::name).sorted()
                .toList();
    }

    public Optional<LocalQueue> find(String namespace, String name) {
        return queues.stream().filter(queue -> queue.namespace().equals(namespace) && queue.name().equals(name))
                .findFirst();
    }
}
