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
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.KueueObjectReader.KueueObjectWithRef;
import tessera.text.MessageCatalog;

/** Reads the status of work in the Kueue queues of a namespace, with remedies. Waits for the cluster. */
record KueueWorkloadStatusReader(KueueObjectReader kueue, String namespace) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KueueWorkloadStatusReader.class);
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

    /** A Kueue Workload object, and the reason why it waits. */
    private record QueuedWorkload(KueueWaitReason reason, JsonNode workload) {

        String message() {
            return reason.text();
        }

        /** Returns the words of the queue about quota that it cannot reserve; empty where it waits for something else. */
        String quotaMessage() {
            return reason instanceof KueueWaitReason.QuotaNotReserved(var message, _) ? message : "";
        }

        /** Returns the name of the LocalQueue; empty where none is named. */
        String queueName() {
            return workload.at("/spec/queueName").asText();
        }

        /** Returns the resources that its pods request: a queue that does not cover all of them never admits it. */
        Set<String> requestedResources() {
            var names = new TreeSet<String>();
            for (var set : workload.at("/spec/podSets")) {
                for (var part : List.of("initContainers", "containers")) {
                    for (var container : set.at("/template/spec").path(part)) {
                        List.of("requests", "limits").forEach(each -> container.path("resources").path(each)
                                .fieldNames().forEachRemaining(names::add));
                    }
                }
            }
            return names;
        }
    }

    /**
     * Returns the status; empty where no queue holds the work back.
     *
     * @param owner whether a reference to an owner is to it, of the account that the queue keeps
     * @param gap   hears what of that is not known and why, in a sentence without a full stop
     */
    Optional<PodWaitingInQueueStatus> read(Predicate<JsonNode> owner, Consumer<String> gap)
            throws ProblemException, InterruptedException {
        var found = new ArrayList<QueuedWorkload>();
        kueue.forEach("Workload", "workloads", namespace, workload -> addWaiting(workload, owner, found))
                .ifPresent(problem -> gap.accept(MESSAGES.text("gap.queue", problem.problemText())));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var queuedWorkload = found.getFirst();
        return Optional.of(new PodWaitingInQueueStatus(queuedWorkload.message(), remedyFor(queuedWorkload, gap)));
    }

    private static void addWaiting(JsonNode workload, Predicate<JsonNode> owner, List<QueuedWorkload> found) {
        KueueObjectReader.waitReason(workload, owner)
                .ifPresent(reason -> found.add(new QueuedWorkload(reason, workload)));
    }

    private Optional<SchedulingRemedy> remedyFor(QueuedWorkload queuedWorkload, Consumer<String> gap)
            throws ProblemException, InterruptedException {
        if (WorkloadSuspensionFields.WORKLOAD.isSuspended(queuedWorkload.workload())) {
            var name = queuedWorkload.workload().at("/metadata/name").asText();
            return Optional.of(new SchedulingRemedy(MESSAGES.text("remedy.resume-workload"),
                    ShellWordQuoter.fillCommand("tessera plan resume workload/%s -n %s", name, namespace),
                    new SchedulingRemedyChange.ResumeWorkloadAction(
                            ObjectRef.unresolved(WorkloadSuspensionFields.WORKLOAD.apiVersion(),
                                    WorkloadSuspensionFields.WORKLOAD.kind(), namespace, name))));
        }
        if (queuedWorkload.queueName().isEmpty() || KueueObjectReader.hasQuota(queuedWorkload.workload())) {
            return Optional.empty();
        }
        try {
            var local = kueue.find(LOCAL_QUEUE, LOCAL_QUEUES, namespace, queuedWorkload.queueName());
            if (local.isPresent()) {
                return admissionRemedy(local.get(), queuedWorkload);
            }
            return missingQueueRemedy(queuedWorkload.queueName(), gap);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            noteUnknownRemedy(problemException.problem(), gap);
            return Optional.empty();
        }
    }

    private static void noteUnknownRemedy(Problem problem, Consumer<String> gap) {
        gap.accept(MESSAGES.text("gap.queue-remedy", problem.problemText()));
    }

    private Optional<SchedulingRemedy> admissionRemedy(KueueObjectWithRef local, QueuedWorkload queuedWorkload)
            throws ProblemException, InterruptedException {
        if (KueueObjectReader.isStopped(local.object())) {
            return Optional.of(restartRemedy(local));
        }
        var name = local.object().at("/spec/clusterQueue").asText();
        var leadsTo = kueue.find(CLUSTER_QUEUE, CLUSTER_QUEUES, "", name);
        if (leadsTo.isEmpty()) {
            return Optional.of(createQueueRemedy(name, local, queuedWorkload.requestedResources()));
        }
        var text = queuedWorkload.quotaMessage();
        return leadsTo.filter(queue -> KueueObjectReader.isStopped(queue.object()))
                .map(KueueWorkloadStatusReader::restartRemedy).or(() -> findQuotaRemedy(leadsTo, text));
    }

    private static Optional<SchedulingRemedy> findQuotaRemedy(Optional<KueueObjectWithRef> leadsTo, String text) {
        return leadsTo.filter(_ -> text.contains(SHORT)).map(queue -> raiseQuotaRemedy(queue, text));
    }

    /** Returns the remedy to create a ClusterQueue, modelled on another that covers the resources, or on a flavor. */
    private SchedulingRemedy createQueueRemedy(String name, KueueObjectWithRef local, Set<String> wanted)
            throws ProblemException, InterruptedException {
        var groups = new ArrayList<JsonNode>();
        kueue.forEach(CLUSTER_QUEUE, CLUSTER_QUEUES, "", element -> {
            var known = element.at("/spec/resourceGroups");
            if (!known.isEmpty() && coveredResources(known).containsAll(wanted)) {
                groups.add(known);
            }
        });
        if (groups.isEmpty()) {
            kueue.forEach("ResourceFlavor", "resourceflavors", "",
                    element -> groups.add(resourceGroups(element.at("/metadata/name").asText(), wanted)));
        }
        var text = MESSAGES.text("remedy.create-cluster-queue", name, local.ref().name(), groups.size());
        if (groups.isEmpty()) {
            return new SchedulingRemedy(text, "kubectl get resourceflavors.kueue.x-k8s.io",
                    new SchedulingRemedyChange.WaitAction());
        }
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putObject("namespaceSelector");
        spec.set("resourceGroups", withZeroQuotas(groups.getFirst().deepCopy()));
        return new SchedulingRemedy(text, "", SchedulingRemedyChange.CreateObjectAction
                .withSpec(new ObjectRef(local.ref().apiVersion(), CLUSTER_QUEUE, CLUSTER_QUEUES, "", name), spec));
    }

    private static Set<String> coveredResources(JsonNode groups) {
        var names = new TreeSet<String>();
        for (var group : groups) {
            group.path("coveredResources").forEach(name -> names.add(name.asText()));
        }
        return names;
    }

    /** Returns resource groups with one flavor for the covered resources. */
    private static ArrayNode resourceGroups(String flavor, Set<String> wanted) {
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

    /** Returns the groups with zero quotas, for the user to fill in, and without borrowing and lending limits. */
    private static JsonNode withZeroQuotas(JsonNode groups) {
        for (var resources : groups.findValues("resources")) {
            resources.forEach(element -> {
                if (element instanceof ObjectNode resource) {
                    resource.remove(List.of("borrowingLimit", "lendingLimit"));
                    resource.put("nominalQuota", "0");
                }
            });
        }
        return groups;
    }

    private static SchedulingRemedy restartRemedy(KueueObjectWithRef queue) {
        return editRemedy(MESSAGES.text("remedy.restart-queue", queue.ref().kind(), queue.ref().name()), queue.ref());
    }

    private static SchedulingRemedy raiseQuotaRemedy(KueueObjectWithRef queue, String text) {
        return editRemedy(MESSAGES.text("remedy.raise-nominal-quota", queue.ref().name(), text.contains(EVER)),
                queue.ref());
    }

    private static SchedulingRemedy editRemedy(String text, ObjectRef queue) {
        var place = queue.namespace().isEmpty() ? "" : ShellWordQuoter.fillCommand("-n %s ", queue.namespace());
        return new SchedulingRemedy(text,
                "kubectl " + place
                        + ShellWordQuoter.fillCommand("edit %s.kueue.x-k8s.io %s", queue.resource(), queue.name()),
                new SchedulingRemedyChange.EditObjectAction(queue));
    }

    /** Returns the remedy to create a missing LocalQueue, with a ClusterQueue for the user to replace; empty without ClusterQueues. */
    private Optional<SchedulingRemedy> missingQueueRemedy(String queue, Consumer<String> gap)
            throws ProblemException, InterruptedException {
        var names = new ArrayList<String>();
        kueue.forEach(CLUSTER_QUEUE, CLUSTER_QUEUES, "", element -> names.add(element.at("/metadata/name").asText()))
                .ifPresent(problem -> noteUnknownRemedy(problem, gap));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        return kueue.find(CLUSTER_QUEUE, CLUSTER_QUEUES, "", names.getFirst()).map(leadsTo -> {
            var ref = new ObjectRef(leadsTo.ref().apiVersion(), LOCAL_QUEUE, LOCAL_QUEUES, namespace, queue);
            return new SchedulingRemedy(MESSAGES.text("remedy.create-local-queue", queue, namespace), "",
                    SchedulingRemedyChange.CreateObjectAction.withSpec(ref,
                            JsonNodeFactory.instance.objectNode().put("clusterQueue", names.getFirst())));
        });
    }
}
