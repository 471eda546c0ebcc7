package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Makes a Job of each CronJob when its time comes, and keeps but the newest of those that ended. */
public final class CronJobs {

    /** Of times that were missed only the last counts; before so many of them it is not looked for. */
    private static final int MOST_MISSED = 100;

    private final WorkloadController office;
    private final ResourceType type;

    public CronJobs(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        type = loop.objects().catalog().get("cronjobs.batch");
        office = new WorkloadController(loop, kinds, pods, type, "cronjob-controller");
        office.open(this::reconcile);
        loop.follow(kinds.jobs(), (_, job) -> job.path("metadata").path("ownerReferences")
                .forEach(owner -> office.look(StoreJson.text(owner, "uid"), this::reconcile)));
    }

    private void reconcile(ObjectNode cron) throws ApiError {
        var spec = cron.path("spec");
        var times = CronTimes.of(StoreJson.text(spec, "schedule"), spec.path("timeZone").asText(""));
        if (times.isEmpty() || spec.path("suspend").asBoolean()
                || cron.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var jobs = jobs(cron);
        forget(jobs, "Complete", spec.path("successfulJobsHistoryLimit").asInt(3));
        forget(jobs, "Failed", spec.path("failedJobsHistoryLimit").asInt(1));
        var active = jobs.stream()
                .filter(job -> !OwnerStatuses.holds(job, "Complete") && !OwnerStatuses.holds(job, "Failed"))
                .toList();
        var now = office.component().now();
        var last = cron.path("status").path("lastScheduleTime").asText("");
        var since = Instant.parse(last.isEmpty() ? StoreJson.text(cron, "metadata", "creationTimestamp") : last);
        var due = due(times.get(), since, now);
        if (due.isAfter(since)) {
            start(cron, active, due);
        } else {
            report(cron, active, since, last);
        }
        times.get().after(now).ifPresent(next -> office.loop().after(Duration.between(now, next),
                () -> office.look(StoreJson.text(cron, "metadata", "uid"), this::reconcile)));
    }

    /** The last time that was due; the moment itself where none was. */
    private static Instant due(CronTimes times, Instant since, Instant now) {
        var due = since;
        for (int i = 0; i < MOST_MISSED; i++) {
            var next = times.after(due);
            if (next.isEmpty() || next.get().isAfter(now)) {
                break;
            }
            due = next.get();
        }
        return due;
    }

    private List<ObjectNode> jobs(JsonNode cron) {
        var uid = StoreJson.text(cron, "metadata", "uid");
        var jobs = new ArrayList<ObjectNode>();
        office.component().objects().store().list(office.kinds().jobs(), "").objects().forEach(job -> {
            for (var owner : job.tree().path("metadata").path("ownerReferences")) {
                if (StoreJson.text(owner, "uid").equals(uid)) {
                    jobs.add(job.tree());
                }
            }
        });
        return jobs;
    }

    private void start(ObjectNode cron, List<ObjectNode> active, Instant due) throws ApiError {
        var policy = cron.path("spec").path("concurrencyPolicy").asText("Allow");
        if (policy.equals("Forbid") && !active.isEmpty()) {
            office.component().tell(type, cron, EventNote.normal("JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid"));
            return;
        }
        if (policy.equals("Replace")) {
            for (var job : active) {
                office.component().delete(office.kinds().jobs(), job, ControlComponent.propagating("Background"));
            }
        }
        var template = cron.path("spec").path("jobTemplate");
        var job = StoreJson.object().put("kind", "Job").put("apiVersion", "batch/v1");
        var metadata = job.putObject("metadata");
        for (var field : List.of("labels", "annotations")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = StoreJson.text(cron, "metadata", "name") + "-" + due.getEpochSecond() / 60;
        metadata.put("name", name).put("namespace", StoreJson.text(cron, "metadata", "namespace"));
        PodBlueprint.own(metadata, cron);
        job.set("spec", template.path("spec").deepCopy());
        var made = new ArrayList<>(active);
        made.add(office.component().create(office.kinds().jobs(), job));
        office.component().tell(type, cron, EventNote.normal("SuccessfulCreate", "Created job " + name));
        report(cron, made, due, ObjectTimes.seconds(due));
    }

    /** @param last when it was due last, as text; empty for never */
    private void report(ObjectNode cron, List<ObjectNode> active, Instant due, String last) throws ApiError {
        office.component().editStatus(type, cron, status -> {
            if (!last.isEmpty()) {
                status.put("lastScheduleTime", ObjectTimes.seconds(due));
            }
            status.remove("active");
            active.forEach(job -> status.withArrayProperty("active").addObject().put("kind", "Job")
                    .put("apiVersion", "batch/v1").put("name", StoreJson.text(job, "metadata", "name"))
                    .put("namespace", StoreJson.text(job, "metadata", "namespace"))
                    .put("uid", StoreJson.text(job, "metadata", "uid")));
        });
    }

    private void forget(List<ObjectNode> jobs, String ending, int kept) throws ApiError {
        var ended = jobs.stream().filter(job -> OwnerStatuses.holds(job, ending))
                .sorted(Comparator.comparing(job -> StoreJson.text(job, "metadata", "creationTimestamp"))).toList();
        for (var job : ended.subList(0, Math.max(0, ended.size() - kept))) {
            office.component().delete(office.kinds().jobs(), job, ControlComponent.propagating("Background"));
        }
    }
}
