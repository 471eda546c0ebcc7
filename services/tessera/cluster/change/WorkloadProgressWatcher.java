package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.StatusConditionReader;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.text.MessageCatalog;

/** Watches the progress of a workload's rollout, scaling or suspension. */
final class WorkloadProgressWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadProgressWatcher.class);

    private final ApiObjectReader objects;
    private final DaemonSetRolloutBlockerFinder stragglers;
    private final LaunchedWorkloadWatcher pods;
    private final ClusterQueryCache paced;

    /** @param pods looks at those of an object */
    WorkloadProgressWatcher(ApiObjectReader objects, DaemonSetRolloutBlockerFinder stragglers,
            LaunchedWorkloadWatcher pods, ClusterQueryCache paced) {
        this.objects = objects;
        this.stragglers = stragglers;
        this.pods = pods;
        this.paced = paced;
    }

    /** Observes whether all pods are of the current template, and ready. */
    AwaitedConditionObservation observeRollout(ObjectRef object) throws ProblemException, InterruptedException {
        var read = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        var status = read.path("status");
        if (isUnobserved(read)) {
            return unobserved();
        }
        return switch (object.kind()) {
            case "Deployment" -> withReason(observeDeployment(object, read, status), object, read);
            case "StatefulSet" -> withReason(observeStatefulSet(read, status), object, read);
            default -> observeDaemonSet(read, status);
        };
    }

    /** Observes whether the number of pods is as specified and all are ready, of whatever template. */
    AwaitedConditionObservation observeScale(ObjectRef object) throws ProblemException, InterruptedException {
        var read = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        if (isUnobserved(read)) {
            return unobserved();
        }
        int wanted = read.at("/spec/replicas").asInt(1);
        int there = read.at("/status/replicas").asInt();
        int ready = read.at("/status/readyReplicas").asInt();
        if (object.kind().equals("LeaderWorkerSet")) {
            return new AwaitedConditionObservation.ConditionProgress(missingText(there, wanted, ready));
        }
        if (there > wanted) {
            return new AwaitedConditionObservation.ConditionProgress(remainingText(there - wanted));
        }
        return withReason(new AwaitedConditionObservation.ConditionProgress(
                ready < wanted ? MESSAGES.text("missing.ready", ready, wanted) : ""), object, read);
    }

    private static String missingText(int there, int wanted, int ready) {
        if (there > wanted) {
            return MESSAGES.text("missing.surplus.groups", there - wanted);
        }
        if (ready < wanted) {
            return MESSAGES.text("missing.groups", ready, wanted);
        }
        return "";
    }

    /** Returns the observation with its reason, as far as that is to be seen. */
    private AwaitedConditionObservation withReason(AwaitedConditionObservation sight, ObjectRef object, JsonNode read)
            throws InterruptedException {
        if (!(sight instanceof AwaitedConditionObservation.ConditionProgress(var subject)) || subject.isEmpty()) {
            return sight;
        }
        var reason = paced.answerTo(read.at("/metadata/uid").asText(), MESSAGES.text("reason.unknown"),
                () -> pods.unreadyReason(object, read));
        return reason.isEmpty() ? sight
                : new AwaitedConditionObservation.ConditionProgress(MESSAGES.text("missing.reason", subject, reason));
    }

    /** Returns whether the controller has not observed the current generation; older ones of LeaderWorkerSets do not report it. */
    private static boolean isUnobserved(JsonNode read) {
        return (read.path("status").has("observedGeneration") || !read.path("kind").asText().equals("LeaderWorkerSet"))
                && read.at("/status/observedGeneration").asLong() < read.at("/metadata/generation").asLong();
    }

    private static AwaitedConditionObservation unobserved() {
        return new AwaitedConditionObservation.ConditionProgress(MESSAGES.text("missing.generation"));
    }

    private static AwaitedConditionObservation observeDeployment(ObjectRef object, JsonNode read, JsonNode status) {
        for (var condition : status.path("conditions")) {
            if (condition.path("reason").asText().equals("ProgressDeadlineExceeded")) {
                return new AwaitedConditionObservation.ConditionImpossible(
                        Problem.of(OperationProblemKind.TIMEOUT, new PlanExecutionReason.RolloutStalled(object))
                                .withDetail(condition.path("message").asText()));
            }
        }
        int wanted = read.at("/spec/replicas").asInt(1);
        int updated = status.path("updatedReplicas").asInt();
        int old = status.path("replicas").asInt() - updated;
        return observeCounts(wanted, updated, old, status.path("availableReplicas").asInt());
    }

    private static AwaitedConditionObservation observeStatefulSet(JsonNode read, JsonNode status) {
        int replicas = read.at("/spec/replicas").asInt(1);
        int kept = Math.min(replicas, read.at("/spec/updateStrategy/rollingUpdate/partition").asInt());
        if (kept > 0) {
            return observeCounts(replicas - kept, Math.min(replicas - kept, status.path("updatedReplicas").asInt()), 0,
                    Math.max(0, status.path("readyReplicas").asInt() - kept));
        }
        boolean same = status.path("updateRevision").asText().equals(status.path("currentRevision").asText());
        int updated = same ? status.path("replicas").asInt() : status.path("updatedReplicas").asInt();
        return observeCounts(replicas, updated, status.path("replicas").asInt() - updated,
                status.path("readyReplicas").asInt());
    }

    private AwaitedConditionObservation observeDaemonSet(JsonNode read, JsonNode status) throws InterruptedException {
        int wanted = status.path("desiredNumberScheduled").asInt();
        var sight = observeCounts(wanted, status.path("updatedNumberScheduled").asInt(), 0,
                status.path("numberAvailable").asInt());
        if (!(sight instanceof AwaitedConditionObservation.ConditionProgress(var subject)) || subject.isEmpty()) {
            return sight;
        }
        var text = stragglers.blockersText(read);
        return text.isEmpty() ? sight
                : new AwaitedConditionObservation.ConditionProgress(MESSAGES.text("missing.reason", subject, text));
    }

    private static AwaitedConditionObservation observeCounts(int wanted, int updated, int old, int ready) {
        if (updated < wanted) {
            return new AwaitedConditionObservation.ConditionProgress(MESSAGES.text("missing.updated", updated, wanted));
        }
        if (old > 0 || updated > wanted) {
            return new AwaitedConditionObservation.ConditionProgress(remainingText(Math.max(old, updated - wanted)));
        }
        return new AwaitedConditionObservation.ConditionProgress(
                ready < wanted ? MESSAGES.text("missing.ready", ready, wanted) : "");
    }

    private static String remainingText(int pods) {
        return MESSAGES.text("missing.surplus", pods);
    }

    /** Observes whether suspended work has no pods, or resumed work has some again. */
    AwaitedConditionObservation observeSuspension(ObjectRef object, boolean on)
            throws ProblemException, InterruptedException {
        var read = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        var suspension = WorkloadSuspensionFields.findRule(object.apiVersion(), object.kind())
                .orElse(WorkloadSuspensionFields.JOB);
        int active = countActivePods(object, read);
        boolean over = suspension.isFinished(read);
        boolean suspended = suspension.isSuspended(read);
        if (on) {
            // Who ended meanwhile is not suspended any more, and has no pods left either.
            return new AwaitedConditionObservation.ConditionProgress(
                    missingProgressText(suspended, over, read, active, suspension));
        }
        if (active > 0 || over) {
            return new AwaitedConditionObservation.ConditionProgress("");
        }
        return new AwaitedConditionObservation.ConditionProgress(
                suspended ? suspendedAgainText(object, read) : waitingReason(read));
    }

    private static String missingProgressText(boolean suspended, boolean over, JsonNode read, int active,
            WorkloadSuspensionFields suspension) {
        if (!suspended && !over) {
            return resumedText(read);
        }
        if (active > 0) {
            return MESSAGES.text("missing.active", active);
        }
        if (over || suspension.isSuspensionReported(read)) {
            return "";
        }
        return MESSAGES.text("missing.suspension");
    }

    private int countActivePods(ObjectRef object, JsonNode read) throws ProblemException, InterruptedException {
        if (object.kind().equals(WorkloadSuspensionFields.JOB.kind())) {
            return read.at("/status/active").asInt(0);
        }
        return (int) pods.podsOf(object, read).stream()
                .filter(pod -> !List.of("Succeeded", "Failed").contains(pod.at("/status/phase").asText())).count();
    }

    private static String queueName(JsonNode read) {
        return read.at("/metadata/labels").path(KueueApiNames.QUEUE_LABEL).asText("");
    }

    private static String resumedText(JsonNode read) {
        return MESSAGES.text("resumed", queueName(read));
    }

    /** Returns the reason why resumed work has no pods yet. */
    private static String waitingReason(JsonNode read) {
        var waits = StatusConditionReader.find(read, "QuotaReserved", "False");
        return MESSAGES.text("resumed.waits", waits.map(why -> why.path("message").asText()));
    }

    /** Returns the text on work that was suspended again, with the queue as far as that is to be seen. */
    private String suspendedAgainText(ObjectRef object, JsonNode read) throws InterruptedException {
        if (queueName(read).isEmpty()) {
            return MESSAGES.text("suspended.again", "");
        }
        return MESSAGES.text("suspended.again", queueName(read), paced.answerTo(read.at("/metadata/uid").asText(),
                MESSAGES.text("suspended.unknown"), () -> pods.suspensionReason(object, read)));
    }
}
