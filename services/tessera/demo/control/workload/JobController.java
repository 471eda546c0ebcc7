package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Controller that runs each Job until enough pods succeed or too many fail. */
public final class JobController {

    private static final JobOutcome COMPLETED = new JobOutcome("CompletionsReached",
            "Reached expected number of succeeded pods");
    private static final JobOutcome GIVEN_UP = new JobOutcome("BackoffLimitExceeded",
            "Job has reached the specified backoff limit");
    private static final JobOutcome LATE = new JobOutcome("DeadlineExceeded",
            "Job was active longer than specified deadline");
    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 6;

    private final WorkloadController office;
    private final Map<String, PodFailureCount> setbacks = new HashMap<>();

    /** The number of failed pods of a Job, and the time when it was first seen. */
    private record PodFailureCount(int failed, Instant firstSeen) {}

    public JobController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.jobs(), "job-controller");
        office.followOwners(this::reconcile);
        loop.follow(kinds.jobs(), (kind, job) -> {
            if (kind == StoreChange.ChangeKind.DELETED) {
                setbacks.remove(StoreJson.textAt(job, "metadata", "uid"));
                pods.ownedBy(StoreJson.textAt(job, "metadata", "uid")).forEach(this::scheduleUntracking);
            }
        });
        pods.addListener((before, after) -> {
            if (before != null && after != null && !before.ownerUid().isEmpty() && after.ownerUid().isEmpty()) {
                scheduleUntracking(after);
            }
        });
    }

    /** Schedules the removal of the tracking finalizer from a pod whose Job is gone. */
    private void scheduleUntracking(CachedPod card) {
        office.loop().schedule(List.of("abandoned", card.uid()), () -> untrack(card));
    }

    /** Reason and message with which a Job ends, as in its conditions. */
    private record JobOutcome(String reason, String message) {}

    /** The progress of a Job, counted from its pods. */
    private record JobStatus(int completions, int succeeded, int failed, List<CachedPod> active, boolean indexed,
            Set<Integer> done) {}

    private void reconcile(ObjectNode job) throws ApiError {
        untrackEnded(job);
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (OwnerStatuses.hasTrueCondition(job, "Complete") || OwnerStatuses.hasTrueCondition(job, "Failed")) {
            deleteExpired(job);
            return;
        }
        var standing = statusOf(job);
        boolean suspended = job.path("spec").path("suspend").asBoolean();
        boolean complete = standing.succeeded() >= standing.completions();
        boolean late = !complete && !suspended && isOverDeadline(job);
        boolean failed = !complete && (late || standing.failed() > job.path("spec").path("backoffLimit").asInt(6));
        if (complete || failed || suspended) {
            for (var pod : standing.active()) {
                office.deletePod(job, pod);
            }
        } else {
            createPods(job, standing);
        }
        var end = complete ? COMPLETED : late ? LATE : failed ? GIVEN_UP : null;
        writeStatus(job, end, suspended);
        if (end != null) {
            recordEvent(job, complete ? EventNote.normalEvent("Completed", "Job completed")
                    : EventNote.warningEvent(end.reason(), end.message()));
        }
    }

    /** Returns whether the Job exceeds its active deadline, and schedules the next check if it does not yet. */
    private boolean isOverDeadline(ObjectNode job) {
        var most = job.path("spec").get("activeDeadlineSeconds");
        var started = StoreJson.textAt(job, "status", "startTime");
        if (most == null || started.isEmpty()) {
            return false;
        }
        var left = Duration.between(office.component().now(), Instant.parse(started).plusSeconds(most.asLong()));
        if (left.isPositive()) {
            office.loop().runAfter(left,
                    () -> office.schedule(StoreJson.textAt(job, "metadata", "uid"), this::reconcile));
        }
        return !left.isPositive();
    }

    private void recordEvent(ObjectNode job, EventNote note) {
        office.component().recordEvent(office.kinds().jobs(), job, note);
    }

    private JobStatus statusOf(ObjectNode job) {
        var spec = job.path("spec");
        var pods = office.podsOf(job);
        boolean indexed = StoreJson.textAt(spec, "completionMode").equals("Indexed");
        int wanted = spec.path("completions").asInt(spec.path("parallelism").asInt(1));
        var done = pods.stream().filter(pod -> pod.phase().equals("Succeeded")).map(JobController::completionIndex)
                .collect(Collectors.toCollection(TreeSet::new));
        int succeeded = (int) pods.stream().filter(pod -> pod.phase().equals("Succeeded")).count();
        int failed = (int) pods.stream().filter(pod -> pod.phase().equals("Failed")).count();
        return new JobStatus(wanted, indexed ? done.size() : succeeded, failed,
                pods.stream().filter(CachedPod::isActive).toList(), indexed, done);
    }

    private static int completionIndex(CachedPod pod) {
        var index = pod.labels().get(INDEX);
        return index == null ? -1 : Integer.parseInt(index);
    }

    /** Returns whether the Job waits before its next pod; the delay doubles with each failure. */
    private boolean isBackingOff(ObjectNode job, JobStatus standing) {
        var uid = StoreJson.textAt(job, "metadata", "uid");
        var now = office.component().now();
        var setback = setbacks.get(uid);
        if (setback == null || setback.failed() < standing.failed()) {
            setback = new PodFailureCount(standing.failed(), now);
            setbacks.put(uid, setback);
        }
        if (setback.failed() == 0) {
            return false;
        }
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(setback.failed() - 1, MOST_DOUBLINGS));
        var left = Duration.between(now, setback.firstSeen().plus(pause));
        if (left.isPositive()) {
            office.loop().runAfter(left, () -> office.schedule(uid, this::reconcile));
        }
        return left.isPositive();
    }

    private void createPods(ObjectNode job, JobStatus standing) {
        if (isBackingOff(job, standing)) {
            return;
        }
        int missing = Math.min(job.path("spec").path("parallelism").asInt(1),
                standing.completions() - standing.succeeded()) - standing.active().size();
        var taken = new TreeSet<>(standing.done());
        standing.active().forEach(pod -> taken.add(completionIndex(pod)));
        for (int i = 0; i < missing; i++) {
            int index = Stream.iterate(0, next -> next + 1).filter(free -> !taken.contains(free)).findFirst()
                    .orElse(0);
            taken.add(index);
            if (office.createPod(job, newPod(job, standing.indexed() ? index : -1), this::reconcile) == null) {
                return;
            }
        }
    }

    private static ObjectNode newPod(ObjectNode job, int index) {
        var pod = PodBlueprint.newPod(job.path("spec").path("template"), job);
        var metadata = StoreJson.childObject(pod, "metadata");
        metadata.putArray("finalizers").add(TRACKING);
        if (index < 0) {
            return pod;
        }
        var name = StoreJson.textAt(job, "metadata", "name") + "-" + index;
        metadata.put("generateName", name + "-");
        StoreJson.childObject(metadata, "labels").put(INDEX, Integer.toString(index));
        StoreJson.childObject(metadata, "annotations").put(INDEX, Integer.toString(index));
        StoreJson.childObject(pod, "spec").put("hostname", name);
        for (var container : pod.path("spec").path("containers")) {
            ((ObjectNode) container).withArrayProperty("env").addObject().put("name", "JOB_COMPLETION_INDEX")
                    .putObject("valueFrom").putObject("fieldRef")
                    .put("fieldPath", "metadata.labels['" + INDEX + "']");
        }
        return pod;
    }

    /** Removes the tracking finalizer from pods that have ended, because they are counted at once. */
    private void untrackEnded(ObjectNode job) throws ApiError {
        for (var card : office.podsOf(job)) {
            if (card.isTerminal() || card.deleting()) {
                untrack(card);
            }
        }
    }

    private void untrack(CachedPod card) throws ApiError {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        if (pod == null || !pod.path("metadata").path("finalizers").toString().contains(TRACKING)) {
            return;
        }
        office.component().edit(office.kinds().pods(), pod, object -> {
            var finalizers = StoreJson.childObject(object, "metadata").withArrayProperty("finalizers");
            for (int i = finalizers.size() - 1; i >= 0; i--) {
                if (finalizers.path(i).asText().equals(TRACKING)) {
                    finalizers.remove(i);
                }
            }
        });
    }

    private void writeStatus(ObjectNode job, @Nullable JobOutcome end, boolean suspended) throws ApiError {
        var standing = statusOf(job);
        var pods = office.podsOf(job);
        int ready = (int) pods.stream().filter(pod -> pod.isActive() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        var now = office.component().now();
        office.component().editStatus(office.kinds().jobs(), job, status -> {
            if (end != null) {
                addEndConditions(status, end, now);
            } else if (suspended || OwnerStatuses.findCondition(status.path("conditions"), "Suspended") != null) {
                OwnerStatuses
                        .setCondition(status, "Suspended", suspended, suspended ? "JobSuspended" : "JobResumed", now)
                        .put("lastProbeTime", ObjectTimes.secondsText(now))
                        .put("message", suspended ? "Job suspended" : "Job resumed");
            }
            if (!status.has("startTime") && !suspended) {
                status.put("startTime", ObjectTimes.secondsText(now));
            }
            if (COMPLETED.equals(end)) {
                status.put("completionTime", ObjectTimes.secondsText(now));
            }
            OwnerStatuses.putCount(status, "active", standing.active().size());
            OwnerStatuses.putCount(status, "succeeded", standing.succeeded());
            OwnerStatuses.putCount(status, "failed", standing.failed());
            status.put("terminating", leaving);
            if (standing.indexed() && !standing.done().isEmpty()) {
                status.put("completedIndexes", standing.done().stream().map(String::valueOf)
                        .collect(Collectors.joining(",")));
            }
            StoreJson.childObject(status, "uncountedTerminatedPods");
            status.put("ready", ready);
        });
    }

    private static void addEndConditions(ObjectNode status, JobOutcome end, Instant now) {
        for (var type : end.equals(COMPLETED) ? List.of("SuccessCriteriaMet", "Complete")
                : List.of("FailureTarget", "Failed")) {
            OwnerStatuses.setCondition(status, type, true, end.reason(), now)
                    .put("lastProbeTime", ObjectTimes.secondsText(now))
                    .put("message", end.message());
        }
    }

    /** Deletes an ended Job after its time to live. */
    private void deleteExpired(ObjectNode job) throws ApiError {
        var keep = job.path("spec").get("ttlSecondsAfterFinished");
        if (keep == null) {
            return;
        }
        var condition = OwnerStatuses.findCondition(job.path("status").path("conditions"),
                OwnerStatuses.hasTrueCondition(job, "Complete") ? "Complete" : "Failed");
        var endTime = condition == null
                ? office.component().now()
                : Instant.parse(condition.path("lastTransitionTime").asText());
        var left = Duration.between(office.component().now(), endTime.plusSeconds(keep.asLong()));
        if (left.isPositive()) {
            office.loop().runAfter(left,
                    () -> office.schedule(StoreJson.textAt(job, "metadata", "uid"), this::reconcile));
        } else {
            office.component().delete(office.kinds().jobs(), job, ControlComponent.propagationOptions("Background"));
        }
    }
}
