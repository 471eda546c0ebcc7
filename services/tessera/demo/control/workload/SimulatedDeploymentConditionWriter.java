package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.demo.store.objects.SimulatedTimestampFormat;

/** The Progressing and ReplicaFailure conditions of a Deployment. */
final class SimulatedDeploymentConditionWriter {

    private SimulatedDeploymentConditionWriter() {}

    /** The progress of a rollout since the last check. */
    enum RolloutProgress {
        DONE,
        MOVED,
        STILL
    }

    /** Updates the condition; returns the time until the next check, or empty if none is needed. */
    static Optional<Duration> updateProgress(ObjectNode status, ObjectNode deployment, String set,
            RolloutProgress progress,
            Instant now) {
        var before = SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), "Progressing");
        var reason = before == null ? "" : before.path("reason").asText();
        boolean same = before != null && before.path("message").asText().contains("\"" + set + "\"");
        boolean complete = same && reason.equals("NewReplicaSetAvailable");
        if (complete) {
            return Optional.empty();
        }
        if (progress == RolloutProgress.DONE) {
            restartDeadline(
                    SimulatedOwnerStatusWriter.setCondition(status, "Progressing", true, "NewReplicaSetAvailable", now),
                    now)
                    .put(
                            "message",
                            "ReplicaSet \"" + set + "\" has successfully progressed.");
            return Optional.empty();
        }
        var deadline = Duration.ofSeconds(deployment.path("spec").path("progressDeadlineSeconds").asLong(600));
        if (before == null || !same || progress == RolloutProgress.MOVED) {
            restartDeadline(
                    SimulatedOwnerStatusWriter.setCondition(status, "Progressing", true, "ReplicaSetUpdated", now),
                    now).put(
                            "message",
                            "ReplicaSet \"" + set + "\" is progressing.");
            return Optional.of(deadline);
        }
        if (!now.isBefore(Instant.parse(before.path("lastUpdateTime").asText()).plus(deadline))) {
            restartDeadline(
                    SimulatedOwnerStatusWriter.setCondition(status, "Progressing", false, "ProgressDeadlineExceeded",
                            now),
                    now)
                    .put("message", "ReplicaSet \"" + set + "\" has timed out progressing.");
        }
        return Optional.empty();
    }

    /** Restarts the progress deadline. */
    private static ObjectNode restartDeadline(ObjectNode condition, Instant now) {
        return condition.put("lastUpdateTime", SimulatedTimestampFormat.secondsText(now));
    }

    static void updateReplicaFailure(ObjectNode status, ObjectNode current, Instant now) {
        var failure = SimulatedOwnerStatusWriter.findCondition(current.path("status").path("conditions"),
                "ReplicaFailure");
        if (failure == null) {
            SimulatedOwnerStatusWriter.removeCondition(status, "ReplicaFailure");
        } else {
            withUpdateTime(SimulatedOwnerStatusWriter.setCondition(status, "ReplicaFailure", true, "FailedCreate", now),
                    now)
                    .put(
                            "message",
                            failure.path("message").asText());
        }
    }

    /** Returns the condition with an update time, which changes also with its text. */
    static ObjectNode withUpdateTime(ObjectNode condition, Instant now) {
        if (!condition.has("lastUpdateTime")) {
            condition.put("lastUpdateTime", SimulatedTimestampFormat.secondsText(now));
        }
        return condition;
    }
}
