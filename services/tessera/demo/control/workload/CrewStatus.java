package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tessera.demo.control.loop.PodCard;
import tessera.demo.store.StoreJson;

/**
 * How it stands with an object whose kind somebody brought, and how the controller of that kind says so.
 *
 * @param pods its own, those that have ended or are about to among them
 */
record CrewStatus(ObjectNode owner, boolean suspended, List<PodCard> pods, Instant now) {

    private static final String SUSPENDED = "Suspended";
    private static final List<String> ENDS = List.of("Succeeded", "Complete", "Completed", "Failed");

    /** Whether it is told to have no pods. */
    static boolean stopped(JsonNode owner) {
        return owner.path("spec").path("suspend").asBoolean()
                || owner.path("spec").path("runPolicy").path("suspend").asBoolean();
    }

    /** Whether its work is over. */
    static boolean over(JsonNode owner) {
        return ENDS.stream().anyMatch(end -> OwnerStatuses.holds(owner, end)
                || owner.path("status").path("jobDeploymentStatus").asText().equals(end));
    }

    private boolean done() {
        return !suspended && !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().equals("Succeeded"));
    }

    private boolean running() {
        return pods.stream().anyMatch(pod -> pod.active() && pod.ready());
    }

    private boolean empty() {
        return pods.stream().allMatch(PodCard::over);
    }

    void write(ObjectNode status) {
        var kind = StoreJson.text(owner, "kind");
        switch (kind) {
            case "JobSet" -> {
                suspension(status, "SuspendedJobs", "ResumeJobs", "jobset is %s");
                end(status, "Completed", "AllJobsCompleted");
            }
            case "TrainJob" -> {
                suspension(status, SUSPENDED, "Resumed", "TrainJob is %s");
                end(status, "Complete", "AllJobsCompleted");
            }
            case "RayJob" -> status.put("jobDeploymentStatus", suspended ? empty() ? SUSPENDED : "Suspending"
                    : done() ? "Complete" : running() ? "Running" : "Initializing")
                    .put("jobStatus", done() ? "SUCCEEDED" : running() && !suspended ? "RUNNING" : "");
            case "RayCluster" -> rayCluster(status);
            case "LeaderWorkerSet" -> groups(status);
            default -> job(status, kind);
        }
    }

    private void job(ObjectNode status, String kind) {
        var words = "%s %s is %%s.".formatted(kind, StoreJson.text(owner, "metadata", "name"));
        OwnerStatuses.condition(status, "Created", true, kind + "Created", now);
        suspension(status, kind + SUSPENDED, kind + "Resumed", words);
        OwnerStatuses
                .condition(status, "Running", running() && !suspended, kind + (suspended ? SUSPENDED : "Running"), now)
                .put("message", words.formatted(suspended ? "suspended" : running() ? "running" : "not running yet"));
        end(status, "Succeeded", kind + "Succeeded");
        var replicas = StoreJson.child(status, "replicaStatuses");
        owner.path("spec").properties().stream().filter(each -> each.getKey().endsWith("ReplicaSpecs"))
                .flatMap(each -> each.getValue().properties().stream()).forEach(each -> {
                    var role = each.getKey().toLowerCase(Locale.ROOT);
                    var those = pods.stream().filter(pod -> !pod.deleting() && pod.labels().containsValue(role))
                            .toList();
                    count(StoreJson.child(replicas, each.getKey()), those);
                    if (count(those, "Failed") > 0) {
                        OwnerStatuses.condition(status, "Failed", true, kind + "Failed", now).put("message",
                                "%s %s is failed because %d %s replica(s) failed.".formatted(kind, StoreJson.text(owner,
                                        "metadata", "name"), count(those, "Failed"), each.getKey()));
                    }
                });
    }

    private static void count(ObjectNode replicas, List<PodCard> pods) {
        Map.of("active", "Running", "succeeded", "Succeeded", "failed", "Failed").forEach((field, phase) -> {
            if (count(pods, phase) > 0) {
                replicas.put(field, count(pods, phase));
            } else {
                replicas.remove(field);
            }
        });
    }

    private static int count(List<PodCard> pods, String phase) {
        return (int) pods.stream().filter(pod -> pod.phase().equals(phase)).count();
    }

    /** Who was never suspended does not say that it is not. */
    private void suspension(ObjectNode status, String on, String off, String words) {
        if (suspended || OwnerStatuses.find(status.path("conditions"), SUSPENDED) != null) {
            OwnerStatuses.condition(status, SUSPENDED, suspended, suspended ? on : off, now).put("message",
                    words.formatted(suspended ? "suspended" : "resumed"));
        }
    }

    private void end(ObjectNode status, String type, String reason) {
        if (done()) {
            OwnerStatuses.condition(status, type, true, reason, now);
        }
    }

    private void rayCluster(ObjectNode status) {
        boolean gone = suspended && empty();
        OwnerStatuses.condition(status, "RayClusterSuspending", suspended && !gone, "RayClusterSuspending", now);
        OwnerStatuses.condition(status, "RayClusterSuspended", gone, "RayClusterSuspended", now);
        if (gone || !running()) {
            status.put("state", gone ? "suspended" : "");
        } else {
            status.put("state", "ready");
        }
    }

    private void groups(ObjectNode status) {
        int size = owner.path("spec").path("leaderWorkerTemplate").path("size").asInt(1);
        var leaders = pods.stream().filter(pod -> index(pod, "worker-index").equals("0")).toList();
        int ready = (int) leaders.stream().filter(leader -> pods.stream()
                .filter(pod -> pod.active() && pod.ready()
                        && index(pod, "group-index").equals(index(leader, "group-index")))
                .count() >= size).count();
        status.put("replicas", leaders.size()).put("readyReplicas", ready).put("updatedReplicas", leaders.size())
                .put("observedGeneration", owner.path("metadata").path("generation").asLong());
        boolean all = ready >= owner.path("spec").path("replicas").asInt(1);
        OwnerStatuses.condition(status, "Available", all, all ? "AllGroupsReady" : "GroupsProgressing", now);
    }

    private static String index(PodCard pod, String of) {
        return pod.labels().getOrDefault("leaderworkerset.sigs.k8s.io/" + of, "");
    }
}
