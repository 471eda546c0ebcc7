package tessera.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;

/** The LocalQueues of Kueue through which namespaces reach ClusterQueues, as far as they may be read. */
public record LocalQueues(List<LocalQueue> all) {

    public LocalQueues {
        all = List.copyOf(all);
    }

    /**
     * A LocalQueue.
     *
     * @param leadsTo the ClusterQueue
     */
    public record LocalQueue(String namespace, String name, String leadsTo) {}

    /**
     * Asks the cluster; waits for it.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static LocalQueues read(ObjectSource source, Collection<String> namespaces)
            throws Failure, InterruptedException {
        var found = new ArrayList<LocalQueue>();
        if (!read(source, "", found)) {
            for (var namespace : namespaces) {
                if (!read(source, namespace, found)) {
                    break;
                }
            }
        }
        return new LocalQueues(found);
    }

    /** Whether one may look there. */
    private static boolean read(ObjectSource source, String namespace, List<LocalQueue> into)
            throws Failure, InterruptedException {
        for (var version : QueueReader.VERSIONS) {
            try {
                if (source.each(new ObjectRef("kueue.x-k8s.io/" + version, "LocalQueue", "localqueues", namespace, ""),
                        "", queue -> into.add(new LocalQueue(queue.at("/metadata/namespace").asText(),
                                queue.at("/metadata/name").asText(), queue.at("/spec/clusterQueue").asText())))) {
                    return true;
                }
            } catch (Failure failure) {
                if (failure.problem().kind() != Kind.FORBIDDEN) {
                    throw failure;
                }
                return false;
            }
        }
        return true;
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
