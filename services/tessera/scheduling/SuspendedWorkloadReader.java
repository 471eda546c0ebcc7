package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.spec.ConcurrentPodSets;
import tessera.scheduling.spec.JobParallelismCalculator;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/** Reads suspended workloads of every kind that can be suspended, with the messages of their queues. Waits for the cluster. */
record SuspendedWorkloadReader(ClusterObjectSource source) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SuspendedWorkloadReader.class);
    private static final String UID = "/metadata/uid";

    /**
     * A suspended workload, which creates no pods until it is resumed.
     *
     * @param queue the Kueue queue that has yet to admit it; empty for none
     */
    record WorkloadSuspended(String queue) implements Reason {}

    /** A suspended object, with the suspension rules of its kind. */
    private record SuspendedObject(WorkloadSuspensionFields kind, JsonNode object) {

        ObjectRef ref() {
            return SuspendedWorkloadReader.objectRef(kind, object.at("/metadata/namespace").asText(),
                    object.at("/metadata/name").asText());
        }

        String queueName() {
            return object.at("/metadata/labels").path(KueueApiNames.QUEUE_LABEL).asText("");
        }

        boolean isOwner(JsonNode owner) {
            return owner.path("uid").asText().equals(object.at(UID).asText());
        }

        private ConcurrentPodSets podTemplates() {
            return ConcurrentPodSets.ofKind(kind.kind(), object);
        }

        private boolean isJob() {
            return kind.equals(WorkloadSuspensionFields.JOB);
        }

        /** Returns the requests of all pods that it has not completed. */
        private ResourceAmounts requests() {
            if (isJob()) {
                return WorkloadWithoutPods.fromOwner(ref(), object, JobParallelismCalculator.activePods(object))
                        .requests();
            }
            return podTemplates().totalRequests();
        }

        /** Returns whether it requests devices, or leaves its requests to a runtime. */
        private boolean mayUseDevices(AcceleratorCatalog accelerators) {
            return accelerators.isRequestedBy(requests()) || podTemplates().claimsDevices()
                    || runtimeName().isPresent();
        }

        /** Returns the training runtime that holds the requests; empty where the object has them itself. */
        private Optional<String> runtimeName() {
            if (kind.kind().equals("TrainJob") && podTemplates().sets().isEmpty()) {
                return Optional.of(object.at("/spec/runtimeRef/name").asText());
            }
            return Optional.empty();
        }

        WorkloadWithoutPods toWorkload(String text, Optional<SchedulingRemedy> advice) {
            var headline = new WorkloadSuspended(queueName()).text();
            var detail = Stream
                    .concat(Stream.of(text).filter(part -> !part.isEmpty()),
                            runtimeName().map(name -> MESSAGES.text("suspended.runtime", name)).stream())
                    .collect(SentenceJoiner.toSentences());
            return new WorkloadWithoutPods(ref(), true, headline, detail, requests(), podTemplates().claimsDevices(),
                    kind.suspendedSince(object).orElse(null), advice);
        }
    }

    private static ObjectRef objectRef(WorkloadSuspensionFields kind, String namespace, String name) {
        if (kind.equals(WorkloadSuspensionFields.JOB)) {
            return new ObjectRef(kind.apiVersion(), kind.kind(), "jobs", namespace, name);
        }
        return ObjectRef.unresolved(kind.apiVersion(), kind.kind(), namespace, name);
    }

    /** Returns the kinds that the cluster may serve. */
    private List<WorkloadSuspensionFields> servedKinds() throws ProblemException, InterruptedException {
        var groups = source.apiGroups();
        return WorkloadSuspensionFields.WORK.stream().filter(kind -> kind.equals(WorkloadSuspensionFields.JOB)
                || groups.isEmpty() || groups.get().contains(ObjectRef.group(kind.apiVersion()))).toList();
    }

    /** Finds suspended work by its name, with the owner that suspends it; empty where there is none of this name. */
    Optional<WorkloadWithoutPods> find(String namespace, String name) throws ProblemException, InterruptedException {
        var forbidden = Optional.<ProblemException>empty();
        for (var kind : servedKinds()) {
            try {
                var found = findOfKind(kind, namespace, name);
                if (found.isPresent()) {
                    return found;
                }
            } catch (ProblemException problemException) {
                // It may be of another kind, which may be looked at.
                forbidden = Optional.of(requireForbidden(problemException));
            }
        }
        if (forbidden.isPresent()) {
            throw forbidden.get();
        }
        return Optional.empty();
    }

    /** Returns a failure for lack of permission; rethrows any other. */
    static ProblemException requireForbidden(ProblemException problemException) throws ProblemException {
        if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
            throw problemException;
        }
        return problemException;
    }

    /** Finds suspended work of one kind by its name; empty where there is none. */
    Optional<WorkloadWithoutPods> findOfKind(WorkloadSuspensionFields kind, String namespace, String name)
            throws ProblemException, InterruptedException {
        var found = source.find(objectRef(kind, namespace, name)).filter(object -> isSuspended(kind, object));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var suspendedObject = new SuspendedObject(kind, found.get());
        var maker = controllerOf(suspendedObject.object());
        if (maker.isPresent()) {
            var above = WorkloadSuspensionFields.findRule(maker.get().path("apiVersion").asText(),
                    maker.get().path("kind").asText());
            var told = above.isEmpty() ? Optional.<WorkloadWithoutPods>empty()
                    : findOfKind(above.get(), namespace, maker.get().path("name").asText());
            if (told.isPresent()) {
                return told;
            }
        }
        return Optional.of(explain(suspendedObject));
    }

    private static boolean isSuspended(WorkloadSuspensionFields kind, JsonNode object) {
        return kind.isSuspended(object) && !kind.isFinished(object);
    }

    private static Optional<JsonNode> controllerOf(JsonNode object) {
        return object.at("/metadata/ownerReferences").valueStream()
                .filter(owner -> owner.path("controller").asBoolean()).findFirst();
    }

    private WorkloadWithoutPods explain(SuspendedObject suspendedObject) throws ProblemException, InterruptedException {
        var ref = suspendedObject.ref();
        if (suspendedObject.queueName().isEmpty()) {
            return suspendedObject.toWorkload("",
                    Optional.of(new SchedulingRemedy(MESSAGES.text("remedy.resume-suspended"),
                            ShellWordQuoter.fillCommand("tessera plan resume %s/%s -n %s",
                                    ref.kind().toLowerCase(Locale.ROOT), ref.name(), ref.namespace()),
                            new SchedulingRemedyChange.ResumeWorkloadAction(ref))));
        }
        var gaps = new ArrayList<String>();
        var queued = new KueueWorkloadStatusReader(new KueueObjectReader(source), ref.namespace())
                .read(suspendedObject::isOwner, gaps::add);
        var words = queued.map(status -> MESSAGES.text("queue.reports", status.message()))
                .or(() -> gaps.isEmpty() ? Optional.of(MESSAGES.text("queue.silent")) : Optional.empty());
        var said = Stream.concat(words.stream(), gaps.stream()).collect(SentenceJoiner.toSentences());
        return suspendedObject.toWorkload(said, queued.flatMap(PodWaitingInQueueStatus::remedy));
    }

    /**
     * Returns all suspended work of a namespace that may request devices, without remedies.
     *
     * @param gaps hears what is not known and why, a sentence each without a full stop
     */
    List<WorkloadWithoutPods> findAll(String namespace, AcceleratorCatalog accelerators, Collection<String> gaps)
            throws ProblemException, InterruptedException {
        var held = new ArrayList<SuspendedObject>();
        Set<String> suspended = new HashSet<>();
        for (var kind : servedKinds()) {
            source.forEachPermitted(objectRef(kind, namespace, ""), object -> {
                if (isSuspended(kind, object)) {
                    suspended.add(object.at(UID).asText());
                    var each = new SuspendedObject(kind, object);
                    if (each.mayUseDevices(accelerators)) {
                        held.add(each);
                    }
                }
            }).ifPresent(problem -> gaps.add(MESSAGES.text("gap.suspended", kind.kind(), problem.problemText())));
        }
        // What was suspended with its maker is no work of its own.
        held.removeIf(each -> hasSuspendedController(each, suspended));
        var words = held.isEmpty() ? List.<JsonNode>of() : queuedWorkloads(namespace, gaps);
        return held.stream().map(each -> suspendedWorkload(each, words)).toList();
    }

    private static boolean hasSuspendedController(SuspendedObject each, Set<String> suspended) {
        return controllerOf(each.object()).filter(owner -> suspended.contains(owner.path("uid").asText())).isPresent();
    }

    private static WorkloadWithoutPods suspendedWorkload(SuspendedObject each, List<JsonNode> words) {
        return each.toWorkload(
                words.stream().flatMap(workload -> KueueObjectReader.waitingMessage(workload, each::isOwner).stream())
                        .findFirst().map(message -> MESSAGES.text("queue.reports", message)).orElse(""),
                Optional.empty());
    }

    private List<JsonNode> queuedWorkloads(String namespace, Collection<String> gaps)
            throws ProblemException, InterruptedException {
        var waiting = new ArrayList<JsonNode>();
        new KueueObjectReader(source)
                .forEach("Workload", "workloads", namespace, workload -> addIfWaiting(workload, waiting))
                .ifPresent(problem -> gaps.add(MESSAGES.text("gap.queues", problem.problemText())));
        return waiting;
    }

    private static void addIfWaiting(JsonNode workload, List<JsonNode> waiting) {
        if (KueueObjectReader.waitingMessage(workload, _ -> true).isPresent()) {
            waiting.add(workload);
        }
    }
}
