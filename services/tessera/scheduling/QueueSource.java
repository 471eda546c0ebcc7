package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.KueueObjects.ServedObject;

/** Reads what a queue says of work in a namespace, and what would have it let that in. Waits for the cluster. */
record QueueSource(KueueObjects kueue, String namespace) {

    private static final String LOCAL_QUEUE = "LocalQueue";
    private static final String LOCAL_QUEUES = "localqueues";
    private static final String CLUSTER_QUEUE = "ClusterQueue";
    private static final String CLUSTER_QUEUES = "clusterqueues";
    /** What nearly every pod asks for. */
    private static final Set<String> COMMON = Set.of("cpu", "memory");
    /** How it says that there is too little quota, now or ever. */
    private static final String SHORT = "insufficient";
    /** What it adds where the work is too large for all that there is. */
    private static final String EVER = "maximum capacity";

    /** @param workload what its queue keeps of it */
    private record QueuedWorkload(String words, JsonNode workload) {

        /** The LocalQueue by its name; empty where none is named. */
        String queue() {
            return workload.at("/spec/queueName").asText();
        }

        /** The resources that its pods ask for: a queue that does not cover all of them lets it in never. */
        Set<String> wanted() {
            var names = new TreeSet<String>();
            for (var set : workload.at("/spec/podSets")) {
                for (var part : List.of("initContainers", "containers")) {
                    set.at("/template/spec").path(part).forEach(container -> List.of("requests", "limits")
                            .forEach(each -> container.path("resources").path(each).fieldNames()
                                    .forEachRemaining(names::add)));
                }
            }
            return names;
        }
    }

    /**
     * Empty where none holds it back.
     *
     * @param owner whether a reference to an owner is to it, of the account that the queue keeps
     * @param gap   hears what of that is not known and why, in a sentence without a full stop
     */
    Optional<QueueStatus> read(Predicate<JsonNode> owner, Consumer<String> gap) throws Failure, InterruptedException {
        var found = new ArrayList<QueuedWorkload>();
        kueue.each("Workload", "workloads", namespace, workload -> KueueObjects.waits(workload, owner)
                .ifPresent(words -> found.add(new QueuedWorkload(words, workload))))
                .ifPresent(why -> gap.accept("What its queue says is not known: " + why.sentence()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var waiting = found.getFirst();
        return Optional.of(new QueueStatus(waiting.words(), advice(waiting, gap)));
    }

    private Optional<RemedySuggestion> advice(QueuedWorkload waiting, Consumer<String> gap)
            throws Failure, InterruptedException {
        if (SuspensionRules.WORKLOAD.on(waiting.workload())) {
            var name = waiting.workload().at("/metadata/name").asText();
            return Optional
                    .of(new RemedySuggestion(
                            "Resume its Workload, which is inactive, so that its queue looks at it again",
                            "tessera plan resume workload/%s -n %s".formatted(name, namespace),
                            new PodRemedy.ResumeWork(
                                    ObjectRef.unplaced(SuspensionRules.WORKLOAD.apiVersion(),
                                            SuspensionRules.WORKLOAD.kind(),
                                            namespace, name))));
        }
        if (waiting.queue().isEmpty() || KueueObjects.reserved(waiting.workload())) {
            return Optional.empty();
        }
        try {
            var local = kueue.object(LOCAL_QUEUE, LOCAL_QUEUES, namespace, waiting.queue());
            return local.isPresent() ? letIn(local.get(), waiting) : missing(waiting.queue(), gap);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            unhelped(failure.problem(), gap);
            return Optional.empty();
        }
    }

    private static void unhelped(Problem why, Consumer<String> gap) {
        gap.accept("What would have its queue let it in is not known: " + why.sentence());
    }

    private Optional<RemedySuggestion> letIn(ServedObject local, QueuedWorkload waiting)
            throws Failure, InterruptedException {
        if (KueueObjects.stopped(local.object())) {
            return Optional.of(again(local));
        }
        var name = local.object().at("/spec/clusterQueue").asText();
        var leadsTo = kueue.object(CLUSTER_QUEUE, CLUSTER_QUEUES, "", name);
        if (leadsTo.isEmpty()) {
            return Optional.of(made(name, local, waiting.wanted()));
        }
        var words = waiting.words();
        return leadsTo.filter(queue -> KueueObjects.stopped(queue.object())).map(QueueSource::again)
                .or(() -> leadsTo.filter(_ -> words.contains(SHORT)).map(queue -> more(queue, words)));
    }

    /** Proposed as another ClusterQueue is that covers as much, with nothing to give away, or with a flavor that there is. */
    private RemedySuggestion made(String name, ServedObject local, Set<String> wanted)
            throws Failure, InterruptedException {
        var groups = new ArrayList<JsonNode>();
        kueue.each(CLUSTER_QUEUE, CLUSTER_QUEUES, "", each -> {
            var known = each.at("/spec/resourceGroups");
            if (!known.isEmpty() && covered(known).containsAll(wanted)) {
                groups.add(known);
            }
        });
        if (groups.isEmpty()) {
            kueue.each("ResourceFlavor", "resourceflavors", "",
                    each -> groups.add(group(each.at("/metadata/name").asText(), wanted)));
        }
        var words = "Make the ClusterQueue %s, to which LocalQueue %s leads and which is not there, or make the LocalQueue anew"
                .formatted(name, local.ref().name());
        if (groups.isEmpty()) {
            return new RemedySuggestion(words + "; a ClusterQueue takes a ResourceFlavor, and there is none either",
                    "kubectl get resourceflavors.kueue.x-k8s.io", new PodRemedy.WaitOnly());
        }
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putObject("namespaceSelector");
        spec.set("resourceGroups", emptied(groups.getFirst().deepCopy()));
        return new RemedySuggestion(words, "", PodRemedy.Make.of(
                new ObjectRef(local.ref().apiVersion(), CLUSTER_QUEUE, CLUSTER_QUEUES, "", name), spec));
    }

    private static Set<String> covered(JsonNode groups) {
        var names = new TreeSet<String>();
        groups.forEach(group -> group.path("coveredResources").forEach(name -> names.add(name.asText())));
        return names;
    }

    /** Of whom nothing is known but which nodes they are. */
    private static ArrayNode group(String flavor, Set<String> wanted) {
        var groups = JsonNodeFactory.instance.arrayNode();
        var group = groups.addObject();
        var covered = group.putArray("coveredResources");
        var resources = group.putArray("flavors").addObject().put("name", flavor).putArray("resources");
        var names = new TreeSet<>(COMMON);
        names.addAll(wanted);
        for (var resource : names) {
            covered.add(resource);
            resources.addObject().put("name", resource);
        }
        return groups;
    }

    /** How much there is to give away is for whoever makes it to say. */
    private static JsonNode emptied(JsonNode groups) {
        groups.findValues("resources").forEach(resources -> resources.forEach(each -> {
            if (each instanceof ObjectNode resource) {
                resource.remove(List.of("borrowingLimit", "lendingLimit"));
                resource.put("nominalQuota", "0");
            }
        }));
        return groups;
    }

    private static RemedySuggestion again(ServedObject queue) {
        return edit("Let %s %s admit again: it is stopped (stopPolicy)".formatted(queue.ref().kind(),
                queue.ref().name()), queue.ref());
    }

    private static RemedySuggestion more(ServedObject queue, String words) {
        return edit("Raise what ClusterQueue %s may give away (nominalQuota)%s".formatted(queue.ref().name(),
                words.contains(EVER) ? "" : ", or wait until others that it let in end"), queue.ref());
    }

    private static RemedySuggestion edit(String words, ObjectRef queue) {
        var place = queue.namespace().isEmpty() ? "" : "-n %s ".formatted(queue.namespace());
        return new RemedySuggestion(words,
                "kubectl %sedit %s.kueue.x-k8s.io %s".formatted(place, queue.resource(), queue.name()),
                new PodRemedy.Edit(queue));
    }

    /** Which of the queues of the cluster is meant is for whoever makes it to say. */
    private Optional<RemedySuggestion> missing(String queue, Consumer<String> gap)
            throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        kueue.each(CLUSTER_QUEUE, CLUSTER_QUEUES, "", each -> names.add(each.at("/metadata/name").asText()))
                .ifPresent(why -> unhelped(why, gap));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        return kueue.object(CLUSTER_QUEUE, CLUSTER_QUEUES, "", names.getFirst()).map(leadsTo -> {
            var ref = new ObjectRef(leadsTo.ref().apiVersion(), LOCAL_QUEUE, LOCAL_QUEUES, namespace, queue);
            return new RemedySuggestion("Make the queue %s: there is none of this name in %s".formatted(queue,
                    namespace), "",
                    PodRemedy.Make.of(ref,
                            JsonNodeFactory.instance.objectNode().put("clusterQueue", names.getFirst())));
        });
    }
}
