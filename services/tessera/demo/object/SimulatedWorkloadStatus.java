package tessera.demo.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** The statuses of the owners of pods, from counts of pods: of those that controllers keep, and of those a cluster starts with. */
public final class SimulatedWorkloadStatus {

    /** The type of the condition that says how a rollout goes. */
    public static final String PROGRESSING = "Progressing";

    private SimulatedWorkloadStatus() {}

    /**
     * The pods of an owner by state.
     *
     * @param desiredReplicas by the spec, where the status says something of it
     * @param active      neither ended nor being deleted
     * @param updated     active ones of the newest revision
     * @param terminating being deleted, and not ended
     */
    public record ReplicaCounts(int desiredReplicas, int active, int updated, int ready, int terminating) {}

    /** The state of a rollout, as the condition says it. */
    public enum RolloutState {
        DONE("NewReplicaSetAvailable", "has successfully progressed."),
        PROGRESSING("ReplicaSetUpdated", "is progressing."),
        TIMED_OUT("ProgressDeadlineExceeded", "has timed out progressing.");

        private final String reason;
        private final String message;

        RolloutState(String reason, String message) {
            this.reason = reason;
            this.message = message;
        }

        public String reason() {
            return reason;
        }
    }

    /** The end of a Job, as its conditions say it. */
    public enum JobEnd {
        COMPLETED("CompletionsReached", "Reached expected number of succeeded pods", "SuccessCriteriaMet", "Complete"),
        GIVEN_UP("BackoffLimitExceeded", "Job has reached the specified backoff limit", "FailureTarget", "Failed"),
        LATE("DeadlineExceeded", "Job was active longer than specified deadline", "FailureTarget", "Failed");

        private final String reason;
        private final String message;
        /** The condition that says how it will end, while pods still do. */
        private final String decision;
        private final String end;

        JobEnd(String reason, String message, String decision, String end) {
            this.reason = reason;
            this.message = message;
            this.decision = decision;
            this.end = end;
        }

        public String reason() {
            return reason;
        }

        public String message() {
            return message;
        }
    }

    /** Writes the counts of a Deployment. */
    public static void putDeploymentCounts(ObjectNode status, long generation, ReplicaCounts counts) {
        status.put("observedGeneration", generation);
        SimulatedOwnerStatusWriter.putCount(status, "replicas", counts.active());
        SimulatedOwnerStatusWriter.putCount(status, "updatedReplicas", counts.updated());
        SimulatedOwnerStatusWriter.putCount(status, "readyReplicas", counts.ready());
        SimulatedOwnerStatusWriter.putCount(status, "availableReplicas", counts.ready());
        SimulatedOwnerStatusWriter.putCount(status, "unavailableReplicas",
                Math.max(0, Math.max(counts.active(), counts.desiredReplicas()) - counts.ready()));
        status.put("terminatingReplicas", counts.terminating());
    }

    /** Writes whether a Deployment has enough pods that are available. */
    public static void setAvailable(ObjectNode status, boolean enough, Instant now) {
        withUpdateTime(SimulatedOwnerStatusWriter.setCondition(status, "Available", enough,
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable", now), now)
                .put("message", "Deployment %s minimum availability.".formatted(enough ? "has" : "does not have"));
    }

    /**
     * Writes how the rollout of a Deployment stands, which begins its deadline anew.
     *
     * @param set name of its ReplicaSet
     */
    public static void setProgress(ObjectNode status, String set, RolloutState state, boolean holds, Instant now) {
        SimulatedOwnerStatusWriter.setCondition(status, PROGRESSING, holds, state.reason, now)
                .put("lastUpdateTime", SimulatedTimestampFormat.secondsText(now))
                .put("message", "ReplicaSet \"%s\" %s".formatted(set, state.message));
    }

    /** Writes that pods of a Deployment were refused. */
    public static void setReplicaFailure(ObjectNode status, String refusal, Instant now) {
        withUpdateTime(SimulatedOwnerStatusWriter.setCondition(status, "ReplicaFailure", true, "FailedCreate", now),
                now).put("message", refusal);
    }

    /** Gives a condition the time of its update where it has none yet, or has just changed. */
    private static ObjectNode withUpdateTime(ObjectNode condition, Instant now) {
        var time = SimulatedTimestampFormat.secondsText(now);
        if (!condition.has("lastUpdateTime") || condition.path("lastTransitionTime").asText().equals(time)) {
            condition.put("lastUpdateTime", time);
        }
        return condition;
    }

    /**
     * Writes the status of a ReplicaSet.
     *
     * @param refusal why pods were refused; empty for none
     */
    public static void putReplicaSet(ObjectNode status, long generation, ReplicaCounts counts, String refusal,
            Instant now) {
        status.put("replicas", counts.active());
        SimulatedOwnerStatusWriter.putCount(status, "fullyLabeledReplicas", counts.active());
        SimulatedOwnerStatusWriter.putCount(status, "readyReplicas", counts.ready());
        SimulatedOwnerStatusWriter.putCount(status, "availableReplicas", counts.ready());
        status.put("terminatingReplicas", counts.terminating());
        status.put("observedGeneration", generation);
        if (refusal.isEmpty()) {
            SimulatedOwnerStatusWriter.removeCondition(status, "ReplicaFailure");
        } else {
            SimulatedOwnerStatusWriter.setCondition(status, "ReplicaFailure", true, "FailedCreate", now).put("message",
                    refusal);
        }
    }

    /** Writes the counts of a StatefulSet but for those of its revisions. */
    public static void putStatefulSetCounts(ObjectNode status, long generation, ReplicaCounts counts) {
        status.put("observedGeneration", generation);
        status.put("replicas", counts.active());
        SimulatedOwnerStatusWriter.putCount(status, "readyReplicas", counts.ready());
        status.put("availableReplicas", counts.ready());
        SimulatedOwnerStatusWriter.putCount(status, "updatedReplicas", counts.updated());
        status.put("collisionCount", 0);
    }

    /**
     * Writes the status of a DaemonSet.
     *
     * @param counts of pods where they belong; desired is the number of such nodes
     * @param astray pods on nodes where they do not belong
     */
    public static void putDaemonSet(ObjectNode status, long generation, ReplicaCounts counts, int astray) {
        status.put("currentNumberScheduled", counts.active()).put("numberMisscheduled", astray)
                .put("desiredNumberScheduled", counts.desiredReplicas()).put("numberReady", counts.ready())
                .put("observedGeneration", generation);
        SimulatedOwnerStatusWriter.putCount(status, "updatedNumberScheduled", counts.updated());
        SimulatedOwnerStatusWriter.putCount(status, "numberAvailable", counts.ready());
        SimulatedOwnerStatusWriter.putCount(status, "numberUnavailable",
                Math.max(0, counts.desiredReplicas() - counts.ready()));
    }

    /** Writes that a Job has ended. */
    public static void setJobEnd(ObjectNode status, JobEnd end, Instant now) {
        var time = SimulatedTimestampFormat.secondsText(now);
        for (var type : List.of(end.decision, end.end)) {
            SimulatedOwnerStatusWriter.setCondition(status, type, true, end.reason, now).put("lastProbeTime", time)
                    .put("message", end.message);
        }
        if (end == JobEnd.COMPLETED) {
            status.put("completionTime", time);
        }
    }

    /** Writes the counts of a Job. */
    public static void putJobCounts(ObjectNode status, ReplicaCounts counts, int succeeded, int failed) {
        SimulatedOwnerStatusWriter.putCount(status, "active", counts.active());
        SimulatedOwnerStatusWriter.putCount(status, "succeeded", succeeded);
        SimulatedOwnerStatusWriter.putCount(status, "failed", failed);
        status.put("terminating", counts.terminating());
        status.withObjectProperty("uncountedTerminatedPods");
        status.put("ready", counts.ready());
    }
}
