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
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Runs each Job to its end: enough pods that succeed, or too many that fail. */
public final class JobController {

    private static final JobEnd COMPLETED = new JobEnd("CompletionsReached",
            "Reached expected number of succeeded pods");
    private static final JobEnd GIVEN_UP = new JobEnd("BackoffLimitExceeded",
            "Job has reached the specified backoff limit");
    private static final JobEnd LATE = new JobEnd("DeadlineExceeded", "Job was active longer than specified deadline");
    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 6;

    private final WorkloadController office;
    private final Map<String, Setback> setbacks = new HashMap<>();

    /** How many pods of a Job have failed, and when that was first seen. */
    private record Setback(int failed, Instant at) {}

    public JobController(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.jobs(), "job-controller");
        office.open(this::reconcile);
        loop.follow(kinds.jobs(), (kind, job) -> {
            if (kind == StoreChange.ChangeKind.DELETED) {
                setbacks.remove(StoreJson.text(job, "metadata", "uid"));
                pods.ownedBy(StoreJson.text(job, "metadata", "uid")).forEach(this::abandon);
            }
        });
        pods.listen((before, after) -> {
            if (before != null && after != null && !before.owner().isEmpty() && after.owner().isEmpty()) {
                abandon(after);
            }
        });
    }

    /** Nobody is left who would count the pod. */
    private void abandon(PodCard card) {
        office.loop().soon(List.of("abandoned", card.uid()), () -> untrack(card));
    }

    /** How a Job ends, as its conditions say it. */
    private record JobEnd(String reason, String message) {}

    /** Where a Job stands. */
    private record JobStatus(int wanted, int succeeded, int failed, List<PodCard> active, boolean indexed,
            Set<Integer> done) {}

    private void reconcile(ObjectNode job) throws ApiError {
        release(job);
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (OwnerStatuses.holds(job, "Complete") || OwnerStatuses.holds(job, "Failed")) {
            expire(job);
            return;
        }
        var standing = standing(job);
        boolean suspended = job.path("spec").path("suspend").asBoolean();
        boolean complete = standing.succeeded() >= standing.wanted();
        boolean late = !complete && !suspended && late(job);
        boolean failed = !complete && (late || standing.failed() > job.path("spec").path("backoffLimit").asInt(6));
        if (complete || failed || suspended) {
            for (var pod : standing.active()) {
                office.dismiss(job, pod);
            }
        } else {
            hire(job, standing);
        }
        var end = complete ? COMPLETED : late ? LATE : failed ? GIVEN_UP : null;
        report(job, end, suspended);
        if (end != null) {
            tell(job, complete ? EventNote.normal("Completed", "Job completed")
                    : EventNote.warning(end.reason(), end.message()));
        }
    }

    /** Whether it runs longer than it may; where it may still, it is looked at again when that is over. */
    private boolean late(ObjectNode job) {
        var most = job.path("spec").get("activeDeadlineSeconds");
        var started = StoreJson.text(job, "status", "startTime");
        if (most == null || started.isEmpty()) {
            return false;
        }
        var left = Duration.between(office.component().now(), Instant.parse(started).plusSeconds(most.asLong()));
        if (left.isPositive()) {
            office.loop().after(left, () -> office.look(StoreJson.text(job, "metadata", "uid"), this::reconcile));
        }
        return !left.isPositive();
    }

    private void tell(ObjectNode job, EventNote note) {
        office.component().tell(office.kinds().jobs(), job, note);
    }

    private JobStatus standing(ObjectNode job) {
        var spec = job.path("spec");
        var pods = office.podsOf(job);
        boolean indexed = StoreJson.text(spec, "completionMode").equals("Indexed");
        int wanted = spec.path("completions").asInt(spec.path("parallelism").asInt(1));
        var done = pods.stream().filter(pod -> pod.phase().equals("Succeeded")).map(JobController::index)
                .collect(Collectors.toCollection(TreeSet::new));
        int succeeded = (int) pods.stream().filter(pod -> pod.phase().equals("Succeeded")).count();
        int failed = (int) pods.stream().filter(pod -> pod.phase().equals("Failed")).count();
        return new JobStatus(wanted, indexed ? done.size() : succeeded, failed,
                pods.stream().filter(PodCard::active).toList(), indexed, done);
    }

    private static int index(PodCard pod) {
        var index = pod.labels().get(INDEX);
        return index == null ? -1 : Integer.parseInt(index);
    }

    /** After each failure it waits twice as long as before until it makes another pod. */
    private boolean pauses(ObjectNode job, JobStatus standing) {
        var uid = StoreJson.text(job, "metadata", "uid");
        var now = office.component().now();
        var setback = setbacks.get(uid);
        if (setback == null || setback.failed() < standing.failed()) {
            setback = new Setback(standing.failed(), now);
            setbacks.put(uid, setback);
        }
        if (setback.failed() == 0) {
            return false;
        }
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(setback.failed() - 1, MOST_DOUBLINGS));
        var left = Duration.between(now, setback.at().plus(pause));
        if (left.isPositive()) {
            office.loop().after(left, () -> office.look(uid, this::reconcile));
        }
        return left.isPositive();
    }

    private void hire(ObjectNode job, JobStatus standing) {
        if (pauses(job, standing)) {
            return;
        }
        int missing = Math.min(job.path("spec").path("parallelism").asInt(1),
                standing.wanted() - standing.succeeded()) - standing.active().size();
        var taken = new TreeSet<>(standing.done());
        standing.active().forEach(pod -> taken.add(index(pod)));
        for (int i = 0; i < missing; i++) {
            int index = Stream.iterate(0, next -> next + 1).filter(free -> !taken.contains(free)).findFirst()
                    .orElse(0);
            taken.add(index);
            if (office.hire(job, pod(job, standing.indexed() ? index : -1), this::reconcile) == null) {
                return;
            }
        }
    }

    private static ObjectNode pod(ObjectNode job, int index) {
        var pod = PodBlueprint.pod(job.path("spec").path("template"), job);
        var metadata = StoreJson.child(pod, "metadata");
        metadata.putArray("finalizers").add(TRACKING);
        if (index < 0) {
            return pod;
        }
        var name = StoreJson.text(job, "metadata", "name") + "-" + index;
        metadata.put("generateName", name + "-");
        StoreJson.child(metadata, "labels").put(INDEX, Integer.toString(index));
        StoreJson.child(metadata, "annotations").put(INDEX, Integer.toString(index));
        StoreJson.child(pod, "spec").put("hostname", name);
        for (var container : pod.path("spec").path("containers")) {
            ((ObjectNode) container).withArrayProperty("env").addObject().put("name", "JOB_COMPLETION_INDEX")
                    .putObject("valueFrom").putObject("fieldRef")
                    .put("fieldPath", "metadata.labels['" + INDEX + "']");
        }
        return pod;
    }

    /** Pods are held until the Job has counted them; this one counts at once. */
    private void release(ObjectNode job) throws ApiError {
        for (var card : office.podsOf(job)) {
            if (card.over() || card.deleting()) {
                untrack(card);
            }
        }
    }

    private void untrack(PodCard card) throws ApiError {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        if (pod == null || !pod.path("metadata").path("finalizers").toString().contains(TRACKING)) {
            return;
        }
        office.component().edit(office.kinds().pods(), pod, object -> {
            var finalizers = StoreJson.child(object, "metadata").withArrayProperty("finalizers");
            for (int i = finalizers.size() - 1; i >= 0; i--) {
                if (finalizers.path(i).asText().equals(TRACKING)) {
                    finalizers.remove(i);
                }
            }
        });
    }

    private void report(ObjectNode job, @Nullable JobEnd end, boolean suspended) throws ApiError {
        var standing = standing(job);
        var pods = office.podsOf(job);
        int ready = (int) pods.stream().filter(pod -> pod.active() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.over()).count();
        var now = office.component().now();
        office.component().editStatus(office.kinds().jobs(), job, status -> {
            if (end != null) {
                end(status, end, now);
            } else if (suspended || OwnerStatuses.find(status.path("conditions"), "Suspended") != null) {
                OwnerStatuses.condition(status, "Suspended", suspended, suspended ? "JobSuspended" : "JobResumed", now)
                        .put("lastProbeTime", ObjectTimes.seconds(now))
                        .put("message", suspended ? "Job suspended" : "Job resumed");
            }
            if (!status.has("startTime") && !suspended) {
                status.put("startTime", ObjectTimes.seconds(now));
            }
            if (COMPLETED.equals(end)) {
                status.put("completionTime", ObjectTimes.seconds(now));
            }
            OwnerStatuses.count(status, "active", standing.active().size());
            OwnerStatuses.count(status, "succeeded", standing.succeeded());
            OwnerStatuses.count(status, "failed", standing.failed());
            status.put("terminating", leaving);
            if (standing.indexed() && !standing.done().isEmpty()) {
                status.put("completedIndexes", standing.done().stream().map(String::valueOf)
                        .collect(Collectors.joining(",")));
            }
            StoreJson.child(status, "uncountedTerminatedPods");
            status.put("ready", ready);
        });
    }

    private static void end(ObjectNode status, JobEnd end, Instant now) {
        for (var type : end.equals(COMPLETED) ? List.of("SuccessCriteriaMet", "Complete")
                : List.of("FailureTarget", "Failed")) {
            OwnerStatuses.condition(status, type, true, end.reason(), now)
                    .put("lastProbeTime", ObjectTimes.seconds(now))
                    .put("message", end.message());
        }
    }

    /** Deletes a Job that said how long it wants to be seen after its end. */
    private void expire(ObjectNode job) throws ApiError {
        var keep = job.path("spec").get("ttlSecondsAfterFinished");
        if (keep == null) {
            return;
        }
        var condition = OwnerStatuses.find(job.path("status").path("conditions"),
                OwnerStatuses.holds(job, "Complete") ? "Complete" : "Failed");
        var ended = condition == null
                ? office.component().now()
                : Instant.parse(condition.path("lastTransitionTime").asText());
        var left = Duration.between(office.component().now(), ended.plusSeconds(keep.asLong()));
        if (left.isPositive()) {
            office.loop().after(left, () -> office.look(StoreJson.text(job, "metadata", "uid"), this::reconcile));
        } else {
            office.component().delete(office.kinds().jobs(), job, ControlComponent.propagating("Background"));
        }
    }
}
