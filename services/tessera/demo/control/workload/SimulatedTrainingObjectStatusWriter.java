package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tessera.demo.control.loop.SimulatedCachedPod;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;

/**
 * The status of a custom training or serving object, written as its controller would.
 *
 * @param pods its own, those that have ended or are about to among them
 */
record SimulatedTrainingObjectStatusWriter(ObjectNode owner, boolean suspended, List<SimulatedCachedPod> pods,
        Instant now) {

    private static final String SUSPENDED = "Suspended";
    private static final List<String> ENDS = List.of("Succeeded", "Complete", "Completed", "Failed");

    /** Returns whether the object is suspended and so must have no pods. */
    static boolean isSuspended(JsonNode owner) {
        return owner.path("spec").path("suspend").asBoolean()
                || owner.path("spec").path("runPolicy").path("suspend").asBoolean();
    }

    /** Returns whether its work has ended. */
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
            case "RayJob" -> status.put("jobDeploymentStatus", jobState()).put("jobStatus", trainingPhase());
            case "RayCluster" -> writeRayCluster(status);
            case "LeaderWorkerSet" -> writeGroups(status);
            default -> writeJobStatus(status, kind);
        }
    }

    private String jobState() {
        if (suspended) {
            if (hasNoActivePods()) {
                return SUSPENDED;
            }
            return "Suspending";
        }
        if (isDone()) {
            return "Complete";
        }
        if (isRunning()) {
            return "Running";
        }
        return "Initializing";
    }

    private String trainingPhase() {
        if (isDone()) {
            return "SUCCEEDED";
        }
        if (isRunning() && !suspended) {
            return "RUNNING";
        }
        return "";
    }

    private void writeJobStatus(ObjectNode status, String kind) {
        var text = "%s %s is %%s.".formatted(kind, SimulatedMetadata.nameOf(owner));
        SimulatedOwnerStatusWriter.setCondition(status, "Created", true, kind + "Created", now);
        putSuspended(status, kind + SUSPENDED, kind + "Resumed", text);
        SimulatedOwnerStatusWriter
                .setCondition(status, "Running", isRunning() && !suspended, kind + (suspended ? SUSPENDED : "Running"),
                        now)
                .put("message", text.formatted(trainingStateText()));
        putEndCondition(status, "Succeeded", kind + "Succeeded");
        var replicas = status.withObjectProperty("replicaStatuses");
        owner.path("spec").properties().stream().filter(each -> each.getKey().endsWith("ReplicaSpecs"))
                .flatMap(each -> each.getValue().properties().stream())
                .forEach(each -> putRoleStatus(each, replicas, status, kind));
    }

    private String trainingStateText() {
        if (suspended) {
            return "suspended";
        }
        if (isRunning()) {
            return "running";
        }
        return "not running yet";
    }

    private void putRoleStatus(Map.Entry<String, JsonNode> each, ObjectNode replicas, ObjectNode status, String kind) {
        var role = each.getKey().toLowerCase(Locale.ROOT);
        var those = pods.stream().filter(pod -> !pod.deleting() && pod.labels().containsValue(role)).toList();
        putPodCounts(replicas.withObjectProperty(each.getKey()), those);
        if (countInPhase(those, "Failed") > 0) {
            SimulatedOwnerStatusWriter.setCondition(status, "Failed", true, kind + "Failed", now).put("message",
                    "%s %s is failed because %d %s replica(s) failed.".formatted(kind, SimulatedMetadata.nameOf(owner),
                            countInPhase(those, "Failed"), each.getKey()));
        }
    }

    private static void putPodCounts(ObjectNode replicas, List<SimulatedCachedPod> pods) {
        Map.of("active", "Running", "succeeded", "Succeeded", "failed", "Failed").forEach((field, phase) -> {
            if (countInPhase(pods, phase) > 0) {
                replicas.put(field, countInPhase(pods, phase));
            } else {
                replicas.remove(field);
            }
        });
    }

    private static int countInPhase(List<SimulatedCachedPod> pods, String phase) {
        return (int) pods.stream().filter(pod -> pod.phase().equals(phase)).count();
    }

    /** Sets the Suspended condition; an object that was never suspended has none. */
    private void putSuspended(ObjectNode status, String on, String off, String text) {
        if (suspended || SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), SUSPENDED) != null) {
            SimulatedOwnerStatusWriter.setCondition(status, SUSPENDED, suspended, suspended ? on : off, now).put(
                    "message", text.formatted(suspended ? "suspended" : "resumed"));
        }
    }

    private void putEndCondition(ObjectNode status, String type, String reason) {
        if (isDone()) {
            SimulatedOwnerStatusWriter.setCondition(status, type, true, reason, now);
        }
    }

    private void writeRayCluster(ObjectNode status) {
        boolean gone = suspended && hasNoActivePods();
        SimulatedOwnerStatusWriter.setCondition(status, "RayClusterSuspending", suspended && !gone,
                "RayClusterSuspending", now);
        SimulatedOwnerStatusWriter.setCondition(status, "RayClusterSuspended", gone, "RayClusterSuspended", now);
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
        SimulatedOwnerStatusWriter.setCondition(status, "Available", all, all ? "AllGroupsReady" : "GroupsProgressing",
                now);
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
