package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.RolloutState;

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
        var before = SimulatedOwnerStatusWriter.findCondition(status.path("conditions"),
                SimulatedWorkloadStatus.PROGRESSING);
        var reason = before == null ? "" : before.path("reason").asText();
        boolean same = before != null && before.path("message").asText().contains("\"" + set + "\"");
        boolean complete = same && reason.equals(RolloutState.DONE.reason());
        if (complete) {
            return Optional.empty();
        }
        if (progress == RolloutProgress.DONE) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.DONE, /* holds= */ true, now);
            return Optional.empty();
        }
        var deadline = Duration.ofSeconds(deployment.path("spec").path("progressDeadlineSeconds").asLong(600));
        if (before == null || !same || progress == RolloutProgress.MOVED) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.PROGRESSING, /* holds= */ true, now);
            return Optional.of(deadline);
        }
        if (!now.isBefore(Instant.parse(before.path("lastUpdateTime").asText()).plus(deadline))) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.TIMED_OUT, /* holds= */ false, now);
        }
        return Optional.empty();
    }

    static void updateReplicaFailure(ObjectNode status, ObjectNode current, Instant now) {
        var failure = SimulatedOwnerStatusWriter.findCondition(current.path("status").path("conditions"),
                "ReplicaFailure");
        if (failure == null) {
            SimulatedOwnerStatusWriter.removeCondition(status, "ReplicaFailure");
        } else {
            SimulatedWorkloadStatus.setReplicaFailure(status, failure.path("message").asText(), now);
        }
    }
}
