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
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.JobEnd;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;

/** Controller that runs each Job until enough pods succeed or too many fail. */
public final class SimulatedJobController {

    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 6;

    private final SimulatedCommonWorkloadController controller;
    private final Map<String, PodFailureCount> setbacks = new HashMap<>();

    /** The number of failed pods of a Job, and the time when it was first seen. */
    private record PodFailureCount(int failed, Instant firstSeen) {}

    public SimulatedJobController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        controller = new SimulatedCommonWorkloadController(loop, types, pods, types.jobs(), "job-controller");
        controller.followOwners(this::reconcile);
        loop.follow(types.jobs(), (kind, job) -> {
            if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                setbacks.remove(SimulatedStoreJsonCodec.textAt(job, "metadata", "uid"));
                pods.ownedBy(SimulatedStoreJsonCodec.textAt(job, "metadata", "uid")).forEach(this::scheduleUntracking);
            }
        });
        pods.addListener((before, after) -> {
            if (before != null && after != null && !before.ownerUid().isEmpty() && after.ownerUid().isEmpty()) {
                scheduleUntracking(after);
            }
        });
    }

    /** Schedules the removal of the tracking finalizer from a pod whose Job is gone. */
    private void scheduleUntracking(SimulatedControllerCachedPod cachedPod) {
        controller.loop().schedule(List.of("abandoned", cachedPod.uid()), () -> untrack(cachedPod));
    }

    /** The progress of a Job, counted from its pods. */
    private record JobProgress(int completions, int succeeded, int failed, List<SimulatedControllerCachedPod> active,
            boolean indexed,
            Set<Integer> done) {}

    private void reconcile(ObjectNode job) throws SimulatedApiException {
        untrackEnded(job);
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (SimulatedOwnerStatusWriter.hasTrueCondition(job, "Complete")
                || SimulatedOwnerStatusWriter.hasTrueCondition(job, "Failed")) {
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
                controller.deletePod(job, pod);
            }
        } else {
            createPods(job, progress);
        }
        JobEnd end;
        if (complete) {
            end = JobEnd.COMPLETED;
        } else if (late) {
            end = JobEnd.LATE;
        } else if (failed) {
            end = JobEnd.GIVEN_UP;
        } else {
            end = null;
        }
        writeStatus(job, end, suspended);
        if (end != null) {
            recordEvent(job, complete ? SimulatedEventContent.normalEvent("Completed", "Job completed")
                    : SimulatedEventContent.warningEvent(end.reason(), end.message()));
        }
    }

    /** Returns whether the Job exceeds its active deadline, and schedules the next check if it does not yet. */
    private boolean isOverDeadline(ObjectNode job) {
        var most = job.path("spec").get("activeDeadlineSeconds");
        var started = SimulatedStoreJsonCodec.textAt(job, "status", "startTime");
        if (most == null || started.isEmpty()) {
            return false;
        }
        var left = Duration.between(controller.component().now(), Instant.parse(started).plusSeconds(most.asLong()));
        if (left.isPositive()) {
            controller.loop().runAfter(left,
                    () -> controller.schedule(SimulatedStoreJsonCodec.textAt(job, "metadata", "uid"), this::reconcile));
        }
        return !left.isPositive();
    }

    private void recordEvent(ObjectNode job, SimulatedEventContent note) {
        controller.component().recordEvent(controller.kinds().jobs(), job, note);
    }

    private JobProgress statusOf(ObjectNode job) {
        var spec = job.path("spec");
        var pods = controller.podsOf(job);
        boolean indexed = SimulatedStoreJsonCodec.textAt(spec, "completionMode").equals("Indexed");
        int wanted = spec.path("completions").asInt(spec.path("parallelism").asInt(1));
        var done = pods.stream().filter(pod -> pod.phase().equals("Succeeded"))
                .map(SimulatedJobController::completionIndex)
                .collect(Collectors.toCollection(TreeSet::new));
        int succeeded = (int) pods.stream().filter(pod -> pod.phase().equals("Succeeded")).count();
        int failed = (int) pods.stream().filter(pod -> pod.phase().equals("Failed")).count();
        return new JobProgress(wanted, indexed ? done.size() : succeeded, failed,
                pods.stream().filter(SimulatedControllerCachedPod::isActive).toList(), indexed, done);
    }

    private static int completionIndex(SimulatedControllerCachedPod pod) {
        var index = pod.labels().get(INDEX);
        return index == null ? -1 : Integer.parseInt(index);
    }

    /** Returns whether the Job waits before its next pod; the delay doubles with each failure. */
    private boolean isBackingOff(ObjectNode job, JobProgress progress) {
        var uid = SimulatedStoreJsonCodec.textAt(job, "metadata", "uid");
        var now = controller.component().now();
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
        if (left.isPositive()) {
            controller.loop().runAfter(left, () -> controller.schedule(uid, this::reconcile));
        }
        return left.isPositive();
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
            int index = Stream.iterate(0, next -> next + 1).filter(free -> !taken.contains(free)).findFirst()
                    .orElse(0);
            taken.add(index);
            if (controller.createPod(job, newPod(job, progress.indexed() ? index : -1), this::reconcile) == null) {
                return;
            }
        }
    }

    private static ObjectNode newPod(ObjectNode job, int index) {
        var pod = SimulatedPodFactory.newPod(job.path("spec").path("template"), job);
        var metadata = SimulatedStoreJsonCodec.childObject(pod, "metadata");
        metadata.putArray("finalizers").add(TRACKING);
        if (index < 0) {
            return pod;
        }
        var name = SimulatedStoreJsonCodec.textAt(job, "metadata", "name") + "-" + index;
        metadata.put("generateName", name + "-");
        SimulatedStoreJsonCodec.childObject(metadata, "labels").put(INDEX, Integer.toString(index));
        SimulatedStoreJsonCodec.childObject(metadata, "annotations").put(INDEX, Integer.toString(index));
        SimulatedStoreJsonCodec.childObject(pod, "spec").put("hostname", name);
        for (var container : pod.path("spec").path("containers")) {
            ((ObjectNode) container).withArrayProperty("env").addObject().put("name", "JOB_COMPLETION_INDEX")
                    .putObject("valueFrom").putObject("fieldRef")
                    .put("fieldPath", "metadata.labels['" + INDEX + "']");
        }
        return pod;
    }

    /** Removes the tracking finalizer from pods that have ended, because they are counted at once. */
    private void untrackEnded(ObjectNode job) throws SimulatedApiException {
        for (var cachedPod : controller.podsOf(job)) {
            if (cachedPod.isTerminal() || cachedPod.deleting()) {
                untrack(cachedPod);
            }
        }
    }

    private void untrack(SimulatedControllerCachedPod cachedPod) throws SimulatedApiException {
        var pod = controller.component().find(controller.kinds().pods(), cachedPod.namespace(), cachedPod.name());
        if (pod == null || !pod.path("metadata").path("finalizers").toString().contains(TRACKING)) {
            return;
        }
        controller.component().edit(controller.kinds().pods(), pod, object -> {
            var finalizers = SimulatedStoreJsonCodec.childObject(object, "metadata").withArrayProperty("finalizers");
            for (int i = finalizers.size() - 1; i >= 0; i--) {
                if (finalizers.path(i).asText().equals(TRACKING)) {
                    finalizers.remove(i);
                }
            }
        });
    }

    private void writeStatus(ObjectNode job, @Nullable JobEnd end, boolean suspended)
            throws SimulatedApiException {
        var progress = statusOf(job);
        var pods = controller.podsOf(job);
        int ready = (int) pods.stream().filter(pod -> pod.isActive() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        int active = progress.active().size();
        var counts = new SimulatedWorkloadStatus.ReplicaCounts(active, active, active, ready, leaving);
        var now = controller.component().now();
        controller.component().editStatus(controller.kinds().jobs(), job, status -> {
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
                status.put("completedIndexes", progress.done().stream().map(String::valueOf)
                        .collect(Collectors.joining(",")));
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
        var endTime = condition == null
                ? controller.component().now()
                : Instant.parse(condition.path("lastTransitionTime").asText());
        var left = Duration.between(controller.component().now(), endTime.plusSeconds(keep.asLong()));
        if (left.isPositive()) {
            controller.loop().runAfter(left,
                    () -> controller.schedule(SimulatedStoreJsonCodec.textAt(job, "metadata", "uid"), this::reconcile));
        } else {
            controller.component().delete(controller.kinds().jobs(), job,
                    SimulatedControlPlaneComponent.propagationOptions("Background"));
        }
    }
}
