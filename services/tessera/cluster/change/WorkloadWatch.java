package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.StatusConditions;
import tessera.scheduling.SuspensionRules;

/** Looks how far something that makes pods is with what it was told. */
final class WorkloadWatch {

    private static final WaitObservation UNSEEN = new WaitObservation.StillMissing(
            "its controller has not seen the change yet");

    private final ObjectLists objects;
    private final RolloutBlockers stragglers;
    private final LaunchWatch pods;
    private final CachedAnswers paced;

    /** @param pods looks at those of an object */
    WorkloadWatch(ObjectLists objects, RolloutBlockers stragglers, LaunchWatch pods, CachedAnswers paced) {
        this.objects = objects;
        this.stragglers = stragglers;
        this.pods = pods;
        this.paced = paced;
    }

    /** Whether all of its pods are as it says now, and ready. */
    WaitObservation rolled(ObjectRef object) throws Failure, InterruptedException {
        var read = objects.read(ApiPaths.of(object), "read " + object);
        var status = read.path("status");
        if (unseen(read)) {
            return UNSEEN;
        }
        return switch (object.kind()) {
            case "Deployment" -> explained(deployment(object, read, status), object, read);
            case "StatefulSet" -> explained(statefulSet(read, status), object, read);
            default -> daemonSet(read, status);
        };
    }

    /** Whether it has as many pods as it says now, and all are ready, of whatever template each was made. */
    WaitObservation sized(ObjectRef object) throws Failure, InterruptedException {
        var read = objects.read(ApiPaths.of(object), "read " + object);
        if (unseen(read)) {
            return UNSEEN;
        }
        int wanted = read.at("/spec/replicas").asInt(1);
        int there = read.at("/status/replicas").asInt();
        int ready = read.at("/status/readyReplicas").asInt();
        if (object.kind().equals("LeaderWorkerSet")) {
            return new WaitObservation.StillMissing(
                    there > wanted ? "%d of its groups are still to go".formatted(there - wanted)
                            : ready < wanted ? "%d of %d groups are ready".formatted(ready, wanted) : "");
        }
        return there > wanted ? new WaitObservation.StillMissing(toGo(there - wanted))
                : explained(
                        new WaitObservation.StillMissing(
                                ready < wanted ? "%d of %d pods are ready".formatted(ready, wanted) : ""),
                        object, read);
    }

    /** The same with why it is so, as far as that is to be seen. */
    private WaitObservation explained(WaitObservation sight, ObjectRef object, JsonNode read)
            throws InterruptedException {
        if (!(sight instanceof WaitObservation.StillMissing(var what)) || what.isEmpty()) {
            return sight;
        }
        var why = paced.answer(read.at("/metadata/uid").asText(), "why is not known", () -> pods.late(object, read));
        return why.isEmpty() ? sight : new WaitObservation.StillMissing(what + "; " + why);
    }

    /** Older controllers of LeaderWorkerSets do not say what they have seen. */
    private static boolean unseen(JsonNode read) {
        return (read.path("status").has("observedGeneration") || !read.path("kind").asText().equals("LeaderWorkerSet"))
                && read.at("/status/observedGeneration").asLong() < read.at("/metadata/generation").asLong();
    }

    private static WaitObservation deployment(ObjectRef object, JsonNode read, JsonNode status) {
        for (var condition : status.path("conditions")) {
            if (condition.path("reason").asText().equals("ProgressDeadlineExceeded")) {
                return new WaitObservation.NeverComing(new Problem(ProblemKind.TIMEOUT, object + " makes no progress",
                        condition.path("message").asText(), "Look at its pods for the reason."));
            }
        }
        int wanted = read.at("/spec/replicas").asInt(1);
        int updated = status.path("updatedReplicas").asInt();
        int old = status.path("replicas").asInt() - updated;
        return counted(wanted, updated, old, status.path("availableReplicas").asInt());
    }

    private static WaitObservation statefulSet(JsonNode read, JsonNode status) {
        int replicas = read.at("/spec/replicas").asInt(1);
        int kept = Math.min(replicas, read.at("/spec/updateStrategy/rollingUpdate/partition").asInt());
        if (kept > 0) {
            return counted(replicas - kept, Math.min(replicas - kept, status.path("updatedReplicas").asInt()), 0,
                    Math.max(0, status.path("readyReplicas").asInt() - kept));
        }
        boolean same = status.path("updateRevision").asText().equals(status.path("currentRevision").asText());
        int updated = same ? status.path("replicas").asInt() : status.path("updatedReplicas").asInt();
        return counted(replicas, updated, status.path("replicas").asInt() - updated,
                status.path("readyReplicas").asInt());
    }

    private WaitObservation daemonSet(JsonNode read, JsonNode status) throws InterruptedException {
        int wanted = status.path("desiredNumberScheduled").asInt();
        var sight = counted(wanted, status.path("updatedNumberScheduled").asInt(), 0,
                status.path("numberAvailable").asInt());
        if (!(sight instanceof WaitObservation.StillMissing(var what)) || what.isEmpty()) {
            return sight;
        }
        var words = stragglers.of(read);
        return words.isEmpty() ? sight : new WaitObservation.StillMissing(what + "; " + words);
    }

    private static WaitObservation counted(int wanted, int updated, int old, int ready) {
        if (updated < wanted) {
            return new WaitObservation.StillMissing("%d of %d pods are new".formatted(updated, wanted));
        }
        if (old > 0 || updated > wanted) {
            return new WaitObservation.StillMissing(toGo(Math.max(old, updated - wanted)));
        }
        return new WaitObservation.StillMissing(
                ready < wanted ? "%d of %d pods are ready".formatted(ready, wanted) : "");
    }

    private static String toGo(int pods) {
        return pods == 1 ? "1 pod is still to go" : pods + " pods are still to go";
    }

    /** Whether work that is suspended has no pods, or makes some again. */
    WaitObservation paused(ObjectRef object, boolean on) throws Failure, InterruptedException {
        var read = objects.read(ApiPaths.of(object), "read " + object);
        var suspension = SuspensionRules.of(object.apiVersion(), object.kind()).orElse(SuspensionRules.JOB);
        int active = active(object, read);
        boolean over = suspension.over(read);
        boolean suspended = suspension.on(read);
        if (on) {
            // Who ended meanwhile is not suspended any more, and has no pods left either.
            return new WaitObservation.StillMissing(!suspended && !over ? begun(read)
                    : active > 0 ? "%d of its pods are left".formatted(active)
                            : over || suspension.settled(read) ? "" : "its controller has not seen it yet");
        }
        return new WaitObservation.StillMissing(active > 0 || over ? "" : suspended ? again(object, read) : held(read));
    }

    private int active(ObjectRef object, JsonNode read) throws Failure, InterruptedException {
        if (object.kind().equals(SuspensionRules.JOB.kind())) {
            return read.at("/status/active").asInt(0);
        }
        return (int) pods.pods(object, read).stream()
                .filter(pod -> !List.of("Succeeded", "Failed").contains(pod.at("/status/phase").asText())).count();
    }

    private static String queue(JsonNode read) {
        return read.at("/metadata/labels").path(KueueObjects.QUEUE).asText("");
    }

    private static String begun(JsonNode read) {
        return queue(read).isEmpty() ? "it is not suspended any more"
                : "its queue “%s” started it again".formatted(queue(read));
    }

    /** Why work that is let run has no pods yet. */
    private static String held(JsonNode read) {
        var waits = StatusConditions.find(read, "QuotaReserved", "False");
        return waits.map(why -> "it waits in its queue: " + why.path("message").asText()).orElse("it has no pod yet");
    }

    /** Who has it suspended again, as far as that is to be seen. */
    private String again(ObjectRef object, JsonNode read) throws InterruptedException {
        return queue(read).isEmpty() ? "it is suspended again"
                : "its queue “%s” suspended it again; %s".formatted(queue(read),
                        paced.answer(read.at("/metadata/uid").asText(), "what that says is not known",
                                () -> pods.queued(object, read)));
    }
}
