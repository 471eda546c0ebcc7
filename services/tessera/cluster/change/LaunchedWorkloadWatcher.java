package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.ExpectedClusterState.PodStartExpectation;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.KueueObjectReader;
import tessera.scheduling.StatusConditionReader;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Watches the pods of a launched workload, and explains those that do not run. */
final class LaunchedWorkloadWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LaunchedWorkloadWatcher.class);

    /** What may be between an object and its pods. */
    private static final List<String> BETWEEN = List.of("apps/v1/%s/replicasets", "apps/v1/%s/statefulsets",
            "batch/v1/%s/jobs");
    /** By what controllers name the object that a pod is of, where something else is between them. */
    private static final List<PodOwnershipLabel> MARKS = List.of(
            new PodOwnershipLabel("training.kubeflow.org/job-name", "kubeflow.org/"),
            new PodOwnershipLabel("jobset.sigs.k8s.io/jobset-name", "jobset.x-k8s.io/"),
            new PodOwnershipLabel("jobset.sigs.k8s.io/jobset-name", "trainer.kubeflow.org/"),
            new PodOwnershipLabel("ray.io/originated-from-cr-name", "ray.io/"),
            new PodOwnershipLabel("leaderworkerset.sigs.k8s.io/name", "leaderworkerset.x-k8s.io/"),
            new PodOwnershipLabel("kueue.x-k8s.io/pod-group-name", "kueue.x-k8s.io/"),
            new PodOwnershipLabel("serving.knative.dev/service", "serving.knative.dev/"));
    private static final Set<String> HOPELESS = Set.of("InvalidImageName", "CreateContainerConfigError",
            "ErrImageNeverPull");

    private final ApiObjectReader objects;

    /**
     * A label that marks pods as an object's.
     *
     * @param label whose value is the name of the object
     * @param group the beginning of its API version
     */
    private record PodOwnershipLabel(String label, String group) {
        boolean marks(JsonNode pod, ObjectRef object) {
            return object.apiVersion().startsWith(group)
                    && pod.at("/metadata/labels").path(label).asText("").equals(object.name());
        }
    }

    LaunchedWorkloadWatcher(ApiObjectReader objects) {
        this.objects = objects;
    }

    AwaitedConditionObservation observe(ObjectRef object, PodStartExpectation expected)
            throws ProblemException, InterruptedException {
        var self = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        if (isFinished(self, "Complete")) {
            return new AwaitedConditionObservation.ConditionProgress("");
        }
        var pods = podsOf(object, self);
        int running = 0;
        var reasons = new ArrayList<String>();
        for (var pod : pods) {
            var phase = pod.at("/status/phase").asText();
            if (hasRun(pod)) {
                running++;
            } else if (phase.equals("Failed") && object.kind().equals("Pod")) {
                return neverComing(new PlanExecutionReason.LaunchFailed(object), failureReason(pod));
            } else {
                var reason = waitingReason(pod);
                if (waitingContainer(pod).filter(waiting -> HOPELESS.contains(waiting.path("reason").asText()))
                        .isPresent()) {
                    return neverComing(new PlanExecutionReason.LaunchedPodBlocked(podName(pod)), reason);
                }
                reasons.add(MESSAGES.text("launch.pod", podName(pod),
                        phase.equals("Failed") ? failureReason(pod) : reason));
            }
        }
        if (isFinished(self, "Failed")) {
            return neverComing(new PlanExecutionReason.LaunchFailed(object), reasons.stream().findFirst().orElse(""));
        }
        if (running >= expected.pods()) {
            return new AwaitedConditionObservation.ConditionProgress("");
        }
        return new AwaitedConditionObservation.ConditionProgress(
                MESSAGES.text("launch.running", running, expected.pods(),
                        reasons.isEmpty() ? missingPodsReason(object, self, pods.size()) : reasons.getFirst()));
    }

    private static AwaitedConditionObservation neverComing(PlanExecutionReason reason, String detail) {
        return new AwaitedConditionObservation.ConditionImpossible(
                Problem.of(OperationProblemKind.INVALID, reason).withDetail(detail));
    }

    private static boolean isFinished(JsonNode object, String condition) {
        return object.path("kind").asText().equals("Job") && StatusConditionReader.isTrue(object, condition);
    }

    /** Returns whether a pod runs, or did. */
    static boolean hasRun(JsonNode pod) {
        var phase = pod.at("/status/phase").asText();
        return phase.equals("Running") || phase.equals("Succeeded");
    }

    /** Returns the reason, in the cluster's words, why an object has fewer ready pods than replicas. */
    String unreadyReason(ObjectRef object, JsonNode self) throws ProblemException, InterruptedException {
        var pods = podsOf(object, self).stream().filter(pod -> !pod.at("/metadata").has("deletionTimestamp")).toList();
        var unready = pods.stream().filter(pod -> !StatusConditionReader.isTrue(pod, "Ready")).findFirst()
                .map(pod -> MESSAGES.text("launch.pod", podName(pod), unreadyPodReason(pod)));
        boolean inTurn = object.kind().equals("StatefulSet")
                && !self.at("/spec/podManagementPolicy").asText().equals("Parallel");
        // Of pods that come one after the other the next is not made before the last is ready.
        if (pods.size() < self.at("/spec/replicas").asInt(1) && !(inTurn && unready.isPresent())) {
            return missingPodsReason(object, self, pods.size());
        }
        // Also those of before may be enough while a new one, which had to come first, is refused.
        return replicaFailure(self).or(() -> unready).orElse("");
    }

    /** Returns the reason why a pod is not ready, though it may run. */
    static String unreadyPodReason(JsonNode pod) {
        return hasRun(pod) && findBlocker(pod).isEmpty() ? MESSAGES.text("pod.unready") : waitingReason(pod);
    }

    private static Optional<String> replicaFailure(JsonNode self) {
        return StatusConditionReader.find(self, "ReplicaFailure", "True").map(why -> why.path("message").asText(""));
    }

    /** Returns the pods of an object, itself if it is one. */
    List<JsonNode> podsOf(ObjectRef object) throws ProblemException, InterruptedException {
        return podsOf(object, objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object)));
    }

    /**
     * Returns the pods of an object that was read already. Those of a Workload of Kueue are of the work that it is about, which may be a
     * pod itself.
     */
    List<JsonNode> podsOf(ObjectRef object, JsonNode self) throws ProblemException, InterruptedException {
        if (object.kind().equals("Pod")) {
            return List.of(self);
        }
        var all = objects.listAll(
                "/api/v1/namespaces/%s/pods?limit=500".formatted(ApiPathBuilder.encode(object.namespace())),
                MESSAGES.text("list.pods.namespace", object.namespace()));
        var makers = ownerUids(object, self);
        var ours = all.stream().filter(pod -> isMadeByLaunch(pod, makers, object)).toList();
        return ours.isEmpty() && !all.isEmpty() ? indirectPods(all, makers, object) : ours;
    }

    private static boolean isMadeByLaunch(JsonNode pod, Set<String> makers, ObjectRef object) {
        return makers.contains(ownerUid(pod)) || makers.contains(pod.at("/metadata/uid").asText())
                || MARKS.stream().anyMatch(ownershipLabel -> ownershipLabel.marks(pod, object));
    }

    private static Set<String> ownerUids(ObjectRef object, JsonNode self) {
        if (object.kind().equals(WorkloadSuspensionFields.WORKLOAD.kind())) {
            return self.at("/metadata/ownerReferences").valueStream().map(owner -> owner.path("uid").asText())
                    .collect(Collectors.toSet());
        }
        return Set.of(self.at("/metadata/uid").asText());
    }

    private List<JsonNode> indirectPods(List<JsonNode> all, Set<String> makers, ObjectRef object)
            throws ProblemException, InterruptedException {
        Map<String, String> owners = new HashMap<>();
        for (var path : BETWEEN) {
            objects.listAll(
                    "/apis/" + path.formatted("namespaces/" + ApiPathBuilder.encode(object.namespace())) + "?limit=500",
                    MESSAGES.text("list.owners", object.namespace()))
                    .forEach(element -> owners.put(element.at("/metadata/uid").asText(), ownerUid(element)));
        }
        return all.stream().filter(pod -> hasLaunchMaker(pod, owners, makers)).toList();
    }

    private static boolean hasLaunchMaker(JsonNode pod, Map<String, String> owners, Set<String> makers) {
        return Stream.iterate(ownerUid(pod), owner -> owners.getOrDefault(owner, "")).limit(5)
                .anyMatch(makers::contains);
    }

    private static String ownerUid(JsonNode object) {
        for (var owner : object.at("/metadata/ownerReferences")) {
            if (owner.path("controller").asBoolean(false)) {
                return owner.path("uid").asText();
            }
        }
        return "";
    }

    private static String podName(JsonNode pod) {
        return pod.at("/metadata/name").asText();
    }

    /** Returns the reason, in the cluster's words, why a pod does not run yet. */
    static String waitingReason(JsonNode pod) {
        return findBlocker(pod).orElseGet(() -> MESSAGES.text("pod.starting"));
    }

    /** Returns the reason why a pod does not run; empty where it only has to start. */
    private static Optional<String> findBlocker(JsonNode pod) {
        var unplaced = StatusConditionReader.find(pod, "PodScheduled", "False");
        if (unplaced.isPresent()) {
            return Optional.of(unplaced.get().path("message")
                    .asText(unplaced.get().path("reason").asText(MESSAGES.text("pod.unscheduled"))));
        }
        var waiting = waitingContainer(pod);
        if (waiting.isPresent()) {
            var message = waiting.get().path("message").asText("");
            return Optional.of(waiting.get().path("reason").asText(MESSAGES.text("pod.waiting"))
                    + OptionalText.prefixed(": ", message));
        }
        return pod.at("/spec/nodeName").asText("").isEmpty() ? Optional.of(MESSAGES.text("pod.unseen"))
                : Optional.empty();
    }

    private static Optional<JsonNode> waitingContainer(JsonNode pod) {
        return Stream.of("/status/initContainerStatuses", "/status/containerStatuses")
                .flatMap(list -> pod.at(list).valueStream()).map(container -> container.at("/state/waiting"))
                .filter(waiting -> !waiting.isMissingNode()
                        && !waiting.path("reason").asText("").equals("PodInitializing"))
                .findFirst();
    }

    static String failureReason(JsonNode pod) {
        var reason = pod.at("/status/reason").asText("");
        var message = pod.at("/status/message").asText("");
        if (!reason.isEmpty()) {
            return reason + OptionalText.prefixed(": ", message);
        }
        for (var container : pod.at("/status/containerStatuses")) {
            var ended = container.at("/state/terminated");
            if (ended.path("exitCode").asInt(0) != 0) {
                return MESSAGES.text("pod.ended", container.path("name").asText(), ended.path("exitCode").asInt());
            }
        }
        return MESSAGES.text("pod.failed");
    }

    /** Returns the reason why a queued workload is suspended: by its queue, if that says so, else perhaps by a user. */
    String suspensionReason(ObjectRef object, JsonNode self) throws ProblemException, InterruptedException {
        var uid = self.at("/metadata/uid").asText();
        for (var version : KueueApiNames.VERSIONS) {
            try {
                var said = new ArrayList<String>();
                objects.forEachItem(
                        "/apis/%s/namespaces/%s/workloads?limit=500".formatted(version,
                                ApiPathBuilder.encode(object.namespace())),
                        MESSAGES.text("list.workloads", object.namespace()),
                        work -> collectWaitingMessage(work, uid, said));
                return said.isEmpty() ? MESSAGES.text("queue.silent") : MESSAGES.text("queue.waits", said.getFirst());
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    return MESSAGES.text("queue.unknown", problemException.problem().problemText());
                }
            }
        }
        return MESSAGES.text("queue.silent");
    }

    private static void collectWaitingMessage(JsonNode work, String uid, List<String> said) {
        KueueObjectReader.waitingMessage(work, owner -> owner.path("uid").asText().equals(uid)).ifPresent(said::add);
    }

    /** Returns the reason why there are too few pods. */
    private String missingPodsReason(ObjectRef object, JsonNode self, int made)
            throws ProblemException, InterruptedException {
        var refused = replicaFailure(self);
        if (refused.isPresent()) {
            return refused.get();
        }
        if (made == 0 && WorkloadSuspensionFields.ruleOf(self).filter(suspension -> suspension.isSuspended(self))
                .isPresent()) {
            if (self.at("/metadata/labels").has(KueueApiNames.QUEUE_LABEL)) {
                return suspensionReason(object, self);
            }
            return MESSAGES.text("workload.suspended");
        }
        var events = objects.listAll(ApiPathBuilder.eventsPath(object, object.namespace()),
                MESSAGES.text("list.events", object));
        return events.stream().filter(event -> event.path("type").asText().equals("Warning"))
                .map(event -> event.path("message").asText()).reduce((_, last) -> last)
                .orElseGet(() -> MESSAGES.text(made == 0 ? "workload.empty" : "workload.incomplete"));
    }
}
