package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.fit.Kueue.Served;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** Reads what a queue says of work in a namespace, and what would have it let that in. Waits for the cluster. */
record QueueSource(Kueue kueue, String namespace) {

    private static final String CLUSTER_QUEUE = "ClusterQueue";
    private static final String PLURAL = "clusterqueues";
    private static final Set<String> STOPPED = Set.of("Hold", "HoldAndDrain");

    /**
     * Empty where none holds it back.
     *
     * @param owner whether a reference to an owner is to it, of the account that the queue keeps
     * @param gap   hears why that is not known
     */
    Optional<Queued> read(Predicate<JsonNode> owner, Consumer<Problem> gap) throws Failure, InterruptedException {
        var found = new ArrayList<Queued>();
        var queues = new ArrayList<String>();
        kueue.each("Workload", "workloads", namespace,
                workload -> Kueue.waits(workload, owner).ifPresent(words -> {
                    found.add(new Queued(words, Optional.empty()));
                    queues.add(workload.at("/spec/queueName").asText());
                })).ifPresent(gap);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Queued(found.getFirst().words(), advice(queues.getFirst())));
    }

    private Optional<Suggestion> advice(String queue) throws Failure, InterruptedException {
        if (queue.isEmpty()) {
            return Optional.empty();
        }
        var local = kueue.object("LocalQueue", "localqueues", namespace, queue);
        if (local.isEmpty()) {
            return missing(queue);
        }
        return kueue.object(CLUSTER_QUEUE, PLURAL, "", local.get().object().at("/spec/clusterQueue").asText())
                .map(QueueSource::more);
    }

    private static Suggestion more(Served queue) {
        var name = queue.ref().name();
        var words = STOPPED.contains(queue.object().at("/spec/stopPolicy").asText())
                ? "Let ClusterQueue %s admit again: it is stopped (stopPolicy)".formatted(name)
                : "Raise what ClusterQueue %s may give away (nominalQuota), or wait until others that it let in end"
                        .formatted(name);
        return new Suggestion(words, "kubectl edit clusterqueues.kueue.x-k8s.io " + name, new Remedy.Edit(queue.ref()));
    }

    /** Which of the queues of the cluster is meant is for whoever makes it to say. */
    private Optional<Suggestion> missing(String queue) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        kueue.each(CLUSTER_QUEUE, PLURAL, "", each -> names.add(name(each)));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        return kueue.object(CLUSTER_QUEUE, PLURAL, "", names.getFirst()).map(leadsTo -> {
            var ref = new ObjectRef(leadsTo.ref().apiVersion(), "LocalQueue", "localqueues", namespace, queue);
            return new Suggestion("Make the queue %s: there is none of this name in %s".formatted(queue,
                    namespace), "", new Remedy.Make(ref, "clusterQueue: " + names.getFirst()));
        });
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }
}
