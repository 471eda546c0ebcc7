package tessera.demo.control;

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
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.JobEnd;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** Controller that runs each Job until enough pods succeed or too many fail. */
public final class SimulatedJobController extends SimulatedWorkloadController {

    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 6;

    private final Map<String, PodFailureCount> setbacks = new HashMap<>();

    /** The number of failed pods of a Job, and the time when it was first seen. */
    private record PodFailureCount(int failed, Instant firstSeen) {}

    public SimulatedJobController(SimulatedControllerContext context) {
        super(context, context.types().jobs(), "job-controller");
        followOwners();
        loop.follow(types.jobs(), (kind, job) -> {
            if (kind == WatchEventType.DELETED) {
                setbacks.remove(SimulatedMetadata.uidOf(job));
                pods.ownedBy(SimulatedMetadata.uidOf(job)).forEach(this::scheduleUntracking);
            }
        });
        pods.addListener((before, after) -> {
            if (before != null && after != null && !before.ownerUid().isEmpty() && after.ownerUid().isEmpty()) {
                scheduleUntracking(after);
            }
        });
    }

    /** Schedules the removal of the tracking finalizer from a pod whose Job is gone. */
    private void scheduleUntracking(SimulatedCachedPod cachedPod) {
        loop.schedule(List.of("abandoned", cachedPod.uid()), () -> untrack(cachedPod));
    }

    /** The progress of a Job, counted from its pods. */
    private record JobProgress(int completions, int succeeded, int failed, List<SimulatedCachedPod> active,
            boolean indexed, Set<Integer> done) {}

    @Override
    void reconcileDeleting(ObjectNode job) throws SimulatedApiException {
        untrackEnded(job);
    }

    @Override
    void reconcile(ObjectNode job) throws SimulatedApiException {
        untrackEnded(job);
        if (isJobOver(job)) {
            deleteExpired(job);
            return;
        }
        var progress = statusOf(job);
        boolean suspended = job.path("spec").path("suspend").asBoolean();
        boolean complete = progress.succeeded() >= progress.completions();
        boolean late = !complete && !suspended && isOverDeadline(job);
        boolean failed = !complete && (late || progress.failed() > job.path("spec").path("backoffLimit").asInt(6));
        if (complete || failed || suspended) {
            for (var pod : progress.active()) {
                deletePod(job, pod);
            }
        } else {
            createPods(job, progress);
        }
        var end = complete ? JobEnd.COMPLETED : null;
        if (failed) {
            end = late ? JobEnd.LATE : JobEnd.GIVEN_UP;
        }
        writeStatus(job, end, suspended);
        if (end != null) {
            recordEvent(job, complete ? SimulatedEvent.normal("Completed", "Job completed")
                    : SimulatedEvent.warning(end.reason(), end.message()));
        }
    }

    /** Returns whether the Job exceeds its active deadline, and schedules the next check if it does not yet. */
    private boolean isOverDeadline(ObjectNode job) {
        var most = job.path("spec").get("activeDeadlineSeconds");
        var started = job.path("status").path("startTime").asText("");
        if (most == null || started.isEmpty()) {
            return false;
        }
        var left = Duration.between(component.now(), Instant.parse(started).plusSeconds(most.asLong()));
        return !scheduleAfter(left, job);
    }

    private JobProgress statusOf(ObjectNode job) {
        var spec = job.path("spec");
        var pods = podsOf(job);
        boolean indexed = spec.path("completionMode").asText("").equals("Indexed");
        int wanted = spec.path("completions").asInt(spec.path("parallelism").asInt(1));
        var done = pods.stream().filter(pod -> pod.phase().equals("Succeeded"))
                .map(SimulatedJobController::completionIndex).collect(Collectors.toCollection(TreeSet::new));
        int succeeded = (int) pods.stream().filter(pod -> pod.phase().equals("Succeeded")).count();
        int failed = (int) pods.stream().filter(pod -> pod.phase().equals("Failed")).count();
        return new JobProgress(wanted, indexed ? done.size() : succeeded, failed,
                pods.stream().filter(SimulatedCachedPod::isActive).toList(), indexed, done);
    }

    private static int completionIndex(SimulatedCachedPod pod) {
        var index = pod.labels().get(INDEX);
        return index == null ? -1 : Integer.parseInt(index);
    }

    /** Returns whether the Job waits before its next pod; the delay doubles with each failure. */
    private boolean isBackingOff(ObjectNode job, JobProgress progress) {
        var uid = SimulatedMetadata.uidOf(job);
        var now = component.now();
        var setback = setbacks.get(uid);
        if (setback == null || setback.failed() < progress.failed()) {
            setback = new PodFailureCount(progress.failed(), now);
            setbacks.put(uid, setback);
        }
        if (setback.failed() == 0) {
            return false;
        }
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(setback.failed() - 1, MOST_DOUBLINGS));
        var left = Duration.between(now, setback.firstSeen().plus(pause));
        return scheduleAfter(left, job);
    }

    private void createPods(ObjectNode job, JobProgress progress) {
        if (isBackingOff(job, progress)) {
            return;
        }
        int missing = Math.min(job.path("spec").path("parallelism").asInt(1),
                progress.completions() - progress.succeeded()) - progress.active().size();
        var taken = new TreeSet<>(progress.done());
        progress.active().forEach(pod -> taken.add(completionIndex(pod)));
        for (int i = 0; i < missing; i++) {
            int index = Stream.iterate(0, next -> next + 1).filter(free -> !taken.contains(free)).findFirst().orElse(0);
            taken.add(index);
            if (!createPod(job, newPod(job, progress.indexed() ? index : -1))) {
                return;
            }
        }
    }

    private static ObjectNode newPod(ObjectNode job, int index) {
        var pod = newPod(job.path("spec").path("template"), job);
        var metadata = pod.withObjectProperty("metadata");
        metadata.putArray("finalizers").add(TRACKING);
        if (index < 0) {
            return pod;
        }
        var name = SimulatedMetadata.nameOf(job) + "-" + index;
        metadata.put("generateName", name + "-");
        metadata.withObjectProperty("labels").put(INDEX, Integer.toString(index));
        metadata.withObjectProperty("annotations").put(INDEX, Integer.toString(index));
        pod.withObjectProperty("spec").put("hostname", name);
        for (var container : pod.path("spec").path("containers")) {
            ((ObjectNode) container).withArrayProperty("env").addObject().put("name", "JOB_COMPLETION_INDEX")
                    .putObject("valueFrom").putObject("fieldRef").put("fieldPath", "metadata.labels['" + INDEX + "']");
        }
        return pod;
    }

    /** Removes the tracking finalizer from pods that have ended, because they are counted at once. */
    private void untrackEnded(ObjectNode job) throws SimulatedApiException {
        for (var cachedPod : podsOf(job)) {
            if (cachedPod.isTerminal() || cachedPod.deleting()) {
                untrack(cachedPod);
            }
        }
    }

    private void untrack(SimulatedCachedPod cachedPod) throws SimulatedApiException {
        var pod = component.findPod(cachedPod);
        if (pod == null || !SimulatedMetadata.hasFinalizer(pod, TRACKING)) {
            return;
        }
        component.edit(types.pods(), pod, draft -> SimulatedMetadata.removeFinalizer(draft, TRACKING));
    }

    private void writeStatus(ObjectNode job, @Nullable JobEnd end, boolean suspended) throws SimulatedApiException {
        var progress = statusOf(job);
        var counts = countPods(job, progress.active().size());
        var now = component.now();
        editStatus(job, status -> {
            if (end != null) {
                SimulatedWorkloadStatus.setJobEnd(status, end, now);
            } else if (suspended
                    || SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), "Suspended") != null) {
                SimulatedOwnerStatusWriter
                        .setCondition(status, "Suspended", suspended, suspended ? "JobSuspended" : "JobResumed", now)
                        .put("lastProbeTime", SimulatedTimestampFormat.secondsText(now))
                        .put("message", suspended ? "Job suspended" : "Job resumed");
            }
            if (!status.has("startTime") && !suspended) {
                status.put("startTime", SimulatedTimestampFormat.secondsText(now));
            }
            SimulatedWorkloadStatus.putJobCounts(status, counts, progress.succeeded(), progress.failed());
            if (progress.indexed() && !progress.done().isEmpty()) {
                status.put("completedIndexes",
                        progress.done().stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
        });
    }

    /** Deletes an ended Job after its time to live. */
    private void deleteExpired(ObjectNode job) throws SimulatedApiException {
        var keep = job.path("spec").get("ttlSecondsAfterFinished");
        if (keep == null) {
            return;
        }
        var condition = SimulatedOwnerStatusWriter.findCondition(job.path("status").path("conditions"),
                SimulatedOwnerStatusWriter.hasTrueCondition(job, "Complete") ? "Complete" : "Failed");
        var endTime = condition == null ? component.now()
                : Instant.parse(condition.path("lastTransitionTime").asText());
        var left = Duration.between(component.now(), endTime.plusSeconds(keep.asLong()));
        if (!scheduleAfter(left, job)) {
            component.deleteInBackground(types.jobs(), job);
        }
    }
}
