package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.control.SimulatedWorkloadController.WorkloadKey;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/**
 * Controller of a custom training or serving kind: its objects get pods, and lose them while suspended. Objects that
 * were there before the cluster began to live have the pods that they came with until one of these goes, or somebody
 * suspends them.
 */
public final class SimulatedTrainingJobController extends SimulatedWorkloadController {

    private final SimulatedTrainingKindDefinition kind;
    private final SharedTrainingState shared;

    /**
     * The state that controllers of all kinds share.
     *
     * @param touched uids of objects whose pods are made here
     * @param jobs    the Jobs between objects and their pods, by uid, by the uid of the object
     */
    private record SharedTrainingState(Instant startedAt, Set<String> touched,
            Map<String, Map<String, WorkloadKey>> jobs) {}

    private SimulatedTrainingJobController(SimulatedControllerContext context, SimulatedTrainingKindDefinition kind,
            SimulatedResourceType type, SharedTrainingState shared) {
        super(context, type, kind.controller());
        this.kind = kind;
        this.shared = shared;
        followOwners();
    }

    /** Sets up a controller of each kind, as soon as it is served. */
    public static void followKinds(SimulatedControllerContext context) {
        var loop = context.loop();
        var shared = new SharedTrainingState(loop.clock().instant().truncatedTo(ChronoUnit.SECONDS), new HashSet<>(),
                new HashMap<>());
        loop.follow(context.types().jobs(), (change, job) -> jobChanged(shared, change, job));
        context.pods().addListener((before, after) -> {
            if (before != null && before.isActive() && (after == null || !after.isActive())) {
                shared.touched().add(before.ownerUid());
            }
        });
        for (var kind : SimulatedTrainingKindDefinition.readAll()) {
            loop.whenServed(kind.apiVersion(), kind.kindName(),
                    type -> new SimulatedTrainingJobController(context, kind, type, shared));
        }
    }

    private static void jobChanged(SharedTrainingState shared, WatchEventType change, ObjectNode job) {
        var owner = SimulatedMetadata.controllerUid(job);
        if (owner.isEmpty()) {
            return;
        }
        var between = shared.jobs().computeIfAbsent(owner, _ -> new HashMap<>());
        if (change == WatchEventType.DELETED) {
            between.remove(SimulatedMetadata.uidOf(job));
        } else {
            between.put(SimulatedMetadata.uidOf(job), WorkloadKey.of(job));
        }
        if (between.isEmpty()) {
            shared.jobs().remove(owner);
        }
    }

    @Override
    void reconcile(ObjectNode owner) throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(owner);
        boolean suspended = SimulatedTrainingObjectStatusWriter.isSuspended(owner);
        boolean old = Instant.parse(owner.path("metadata").path("creationTimestamp").asText(""))
                .isBefore(shared.startedAt());
        if (SimulatedTrainingObjectStatusWriter.isOver(owner)
                || (old && !suspended && !shared.touched().contains(uid))) {
            return;
        }
        shared.touched().add(uid);
        var between = shared.jobs().getOrDefault(uid, Map.of());
        for (var job : between.values()) {
            suspendJob(job, suspended);
        }
        if (between.isEmpty()) {
            scalePods(owner, suspended);
        }
        if (type.hasStatus()) {
            editStatus(owner, new SimulatedTrainingObjectStatusWriter(owner, suspended, podsOf(owner),
                    component.now())::writeStatus);
        }
    }

    /** Creates missing pods and deletes surplus ones. */
    private void scalePods(ObjectNode owner, boolean suspended) throws SimulatedApiException {
        var wanted = suspended ? Map.<String, ObjectNode>of() : kind.podsOf(owner);
        for (var pod : podsOf(owner)) {
            if (!pod.deleting() && (!wanted.containsKey(pod.name()) || isRetried(owner, pod))) {
                deletePod(owner, pod);
            }
        }
        var there = podsOf(owner).stream().map(SimulatedCachedPod::name).collect(Collectors.toSet());
        for (var pod : wanted.entrySet()) {
            if (!there.contains(pod.getKey()) && !createPod(owner, pod.getValue())) {
                break;
            }
        }
    }

    private boolean isRetried(ObjectNode owner, SimulatedCachedPod cachedPod) {
        var pod = cachedPod.phase().equals("Failed") ? component.findPod(cachedPod) : null;
        return pod != null && kind.isRetried(owner, pod);
    }

    /** Suspends or resumes the Job between the object and its pods. */
    private void suspendJob(WorkloadKey key, boolean suspended) throws SimulatedApiException {
        var job = component.find(types.jobs(), key.namespace(), key.name());
        if (job != null && job.path("spec").path("suspend").asBoolean() != suspended && !isJobOver(job)) {
            component.edit(types.jobs(), job, draft -> draft.withObjectProperty("spec").put("suspend", suspended));
        }
    }

    /**
     * The status of a custom training or serving object, written as its controller would.
     *
     * @param pods its own, those that have ended or are about to among them
     */
    private record SimulatedTrainingObjectStatusWriter(ObjectNode owner, boolean suspended,
            List<SimulatedCachedPod> pods, Instant now) {

        private static final String SUSPENDED = "Suspended";
        private static final List<String> ENDS = List.of("Succeeded", "Complete", "Completed", "Failed");

        static boolean isSuspended(JsonNode owner) {
            return owner.path("spec").path("suspend").asBoolean()
                    || owner.path("spec").path("runPolicy").path("suspend").asBoolean();
        }

        static boolean isOver(JsonNode owner) {
            return ENDS.stream().anyMatch(end -> SimulatedOwnerStatusWriter.hasTrueCondition(owner, end)
                    || owner.path("status").path("jobDeploymentStatus").asText().equals(end));
        }

        private boolean isDone() {
            return !suspended && !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().equals("Succeeded"));
        }

        private boolean isRunning() {
            return pods.stream().anyMatch(pod -> pod.isActive() && pod.ready());
        }

        private boolean hasNoActivePods() {
            return pods.stream().allMatch(SimulatedCachedPod::isTerminal);
        }

        void writeStatus(ObjectNode status) {
            var kind = owner.path("kind").asText("");
            switch (kind) {
                case "JobSet" -> {
                    putSuspended(status, "SuspendedJobs", "ResumeJobs", "jobset is %s");
                    putEndCondition(status, "Completed", "AllJobsCompleted");
                }
                case "TrainJob" -> {
                    putSuspended(status, SUSPENDED, "Resumed", "TrainJob is %s");
                    putEndCondition(status, "Complete", "AllJobsCompleted");
                }
                case "RayJob" -> status.put("jobDeploymentStatus", stateName()).put("jobStatus", rayJobPhase());
                case "RayCluster" -> writeRayCluster(status);
                case "LeaderWorkerSet" -> writeGroups(status);
                default -> writeJobStatus(status, kind);
            }
        }

        /** Returns the state as Ray tells it of a job. */
        private String stateName() {
            if (suspended) {
                return hasNoActivePods() ? SUSPENDED : "Suspending";
            }
            if (isDone()) {
                return "Complete";
            }
            return isRunning() ? "Running" : "Initializing";
        }

        private String rayJobPhase() {
            return switch (stateName()) {
                case "Complete" -> "SUCCEEDED";
                case "Running" -> "RUNNING";
                default -> "";
            };
        }

        private void writeJobStatus(ObjectNode status, String kind) {
            var text = "%s %s is %%s.".formatted(kind, SimulatedMetadata.nameOf(owner));
            setCondition(status, "Created", true, kind + "Created");
            putSuspended(status, kind + SUSPENDED, kind + "Resumed", text);
            setCondition(status, "Running", isRunning() && !suspended, kind + (suspended ? SUSPENDED : "Running"))
                    .put("message", text.formatted(trainingStateText()));
            putEndCondition(status, "Succeeded", kind + "Succeeded");
            var replicas = status.withObjectProperty("replicaStatuses");
            SimulatedTrainingKindDefinition.replicaSpecsOf(owner)
                    .forEach(each -> putRoleStatus(each, replicas, status, kind));
        }

        private String trainingStateText() {
            return switch (stateName()) {
                case SUSPENDED, "Suspending" -> "suspended";
                case "Running" -> "running";
                default -> "not running yet";
            };
        }

        private void putRoleStatus(Map.Entry<String, JsonNode> each, ObjectNode replicas, ObjectNode status,
                String kind) {
            var role = each.getKey().toLowerCase(Locale.ROOT);
            var those = pods.stream().filter(pod -> !pod.deleting() && pod.labels().containsValue(role)).toList();
            putPodCounts(replicas.withObjectProperty(each.getKey()), those);
            if (countInPhase(those, "Failed") > 0) {
                setCondition(status, "Failed", true, kind + "Failed").put("message",
                        "%s %s is failed because %d %s replica(s) failed.".formatted(kind,
                                SimulatedMetadata.nameOf(owner), countInPhase(those, "Failed"), each.getKey()));
            }
        }

        private static void putPodCounts(ObjectNode replicas, List<SimulatedCachedPod> pods) {
            Map.of("active", "Running", "succeeded", "Succeeded", "failed", "Failed").forEach(
                    (field, phase) -> SimulatedOwnerStatusWriter.putCount(replicas, field, countInPhase(pods, phase)));
        }

        private static int countInPhase(List<SimulatedCachedPod> pods, String phase) {
            return (int) pods.stream().filter(pod -> pod.phase().equals(phase)).count();
        }

        /** Sets the Suspended condition; an object that was never suspended has none. */
        private void putSuspended(ObjectNode status, String on, String off, String text) {
            if (suspended || SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), SUSPENDED) != null) {
                setCondition(status, SUSPENDED, suspended, suspended ? on : off).put("message",
                        text.formatted(suspended ? "suspended" : "resumed"));
            }
        }

        private ObjectNode setCondition(ObjectNode status, String type, boolean holds, String reason) {
            return SimulatedOwnerStatusWriter.setCondition(status, type, holds, reason, now);
        }

        private void putEndCondition(ObjectNode status, String type, String reason) {
            if (isDone()) {
                setCondition(status, type, true, reason);
            }
        }

        private void writeRayCluster(ObjectNode status) {
            boolean gone = suspended && hasNoActivePods();
            setCondition(status, "RayClusterSuspending", suspended && !gone, "RayClusterSuspending");
            setCondition(status, "RayClusterSuspended", gone, "RayClusterSuspended");
            if (gone || !isRunning()) {
                status.put("state", gone ? "suspended" : "");
            } else {
                status.put("state", "ready");
            }
        }

        private void writeGroups(ObjectNode status) {
            int size = owner.path("spec").path("leaderWorkerTemplate").path("size").asInt(1);
            var leaders = pods.stream().filter(pod -> groupLabel(pod, "worker-index").equals("0")).toList();
            int ready = (int) leaders.stream().filter(leader -> isCompleteGroup(leader, size)).count();
            status.put("replicas", leaders.size()).put("readyReplicas", ready).put("updatedReplicas", leaders.size())
                    .put("observedGeneration", SimulatedMetadata.generationOf(owner));
            boolean all = ready >= owner.path("spec").path("replicas").asInt(1);
            setCondition(status, "Available", all, all ? "AllGroupsReady" : "GroupsProgressing");
        }

        private boolean isCompleteGroup(SimulatedCachedPod leader, int size) {
            return pods.stream()
                    .filter(pod -> pod.isActive() && pod.ready()
                            && groupLabel(pod, "group-index").equals(groupLabel(leader, "group-index")))
                    .count() >= size;
        }

        private static String groupLabel(SimulatedCachedPod pod, String of) {
            return pod.labels().getOrDefault("leaderworkerset.sigs.k8s.io/" + of, "");
        }
    }
}
