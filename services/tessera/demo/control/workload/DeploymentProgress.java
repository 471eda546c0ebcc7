package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.demo.store.objects.ObjectTimes;

/** What the conditions of a Deployment tell of how it is getting on. */
final class DeploymentProgress {

    private DeploymentProgress() {}

    /** How a rollout has gone on since it was last looked at. */
    enum RolloutPace {
        DONE,
        MOVED,
        STILL
    }

    /** Returns when to look again, if that must be; until then something should have moved. */
    static Optional<Duration> progress(ObjectNode status, ObjectNode deployment, String set, RolloutPace pace,
            Instant now) {
        var before = OwnerStatuses.find(status.path("conditions"), "Progressing");
        var reason = before == null ? "" : before.path("reason").asText();
        boolean same = before != null && before.path("message").asText().contains("\"" + set + "\"");
        boolean complete = same && reason.equals("NewReplicaSetAvailable");
        if (complete) {
            return Optional.empty();
        }
        if (pace == RolloutPace.DONE) {
            renewed(OwnerStatuses.condition(status, "Progressing", true, "NewReplicaSetAvailable", now), now).put(
                    "message",
                    "ReplicaSet \"" + set + "\" has successfully progressed.");
            return Optional.empty();
        }
        var deadline = Duration.ofSeconds(deployment.path("spec").path("progressDeadlineSeconds").asLong(600));
        if (before == null || !same || pace == RolloutPace.MOVED) {
            renewed(OwnerStatuses.condition(status, "Progressing", true, "ReplicaSetUpdated", now), now).put("message",
                    "ReplicaSet \"" + set + "\" is progressing.");
            return Optional.of(deadline);
        }
        if (!now.isBefore(Instant.parse(before.path("lastUpdateTime").asText()).plus(deadline))) {
            renewed(OwnerStatuses.condition(status, "Progressing", false, "ProgressDeadlineExceeded", now), now)
                    .put("message", "ReplicaSet \"" + set + "\" has timed out progressing.");
        }
        return Optional.empty();
    }

    /** From here on the deadline counts anew. */
    private static ObjectNode renewed(ObjectNode condition, Instant now) {
        return condition.put("lastUpdateTime", ObjectTimes.seconds(now));
    }

    static void failure(ObjectNode status, ObjectNode current, Instant now) {
        var failure = OwnerStatuses.find(current.path("status").path("conditions"), "ReplicaFailure");
        if (failure == null) {
            OwnerStatuses.removeCondition(status, "ReplicaFailure");
        } else {
            timed(OwnerStatuses.condition(status, "ReplicaFailure", true, "FailedCreate", now), now).put("message",
                    failure.path("message").asText());
        }
    }

    /** These conditions also tell when they were last looked at, to which a change of their text belongs. */
    static ObjectNode timed(ObjectNode condition, Instant now) {
        if (!condition.has("lastUpdateTime")) {
            condition.put("lastUpdateTime", ObjectTimes.seconds(now));
        }
        return condition;
    }
}
