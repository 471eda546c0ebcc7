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
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Controller that creates a Job when a CronJob is due, and keeps only the newest ended ones. */
public final class CronJobController {

    /** Of times that were missed only the last counts; before so many of them it is not looked for. */
    private static final int MOST_MISSED = 100;

    private final WorkloadController office;
    private final ResourceType type;

    public CronJobController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        type = loop.objects().catalog().get("cronjobs.batch");
        office = new WorkloadController(loop, kinds, pods, type, "cronjob-controller");
        office.followOwners(this::reconcile);
        loop.follow(kinds.jobs(), (_, job) -> job.path("metadata").path("ownerReferences")
                .forEach(owner -> office.schedule(StoreJson.textAt(owner, "uid"), this::reconcile)));
    }

    private void reconcile(ObjectNode cron) throws ApiError {
        var spec = cron.path("spec");
        var times = CronTimes.parse(StoreJson.textAt(spec, "schedule"), spec.path("timeZone").asText(""));
        if (times.isEmpty() || spec.path("suspend").asBoolean()
                || cron.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var jobs = jobsOf(cron);
        deleteOld(jobs, "Complete", spec.path("successfulJobsHistoryLimit").asInt(3));
        deleteOld(jobs, "Failed", spec.path("failedJobsHistoryLimit").asInt(1));
        var active = jobs.stream()
                .filter(job -> !OwnerStatuses.hasTrueCondition(job, "Complete")
                        && !OwnerStatuses.hasTrueCondition(job, "Failed"))
                .toList();
        var now = office.component().now();
        var last = cron.path("status").path("lastScheduleTime").asText("");
        var since = Instant.parse(last.isEmpty() ? StoreJson.textAt(cron, "metadata", "creationTimestamp") : last);
        var due = lastDue(times.get(), since, now);
        if (due.isAfter(since)) {
            startJob(cron, active, due);
        } else {
            writeStatus(cron, active, since, last);
        }
        times.get().nextAfter(now).ifPresent(next -> office.loop().runAfter(Duration.between(now, next),
                () -> office.schedule(StoreJson.textAt(cron, "metadata", "uid"), this::reconcile)));
    }

    /** Returns the last due time; the given moment if there is none. */
    private static Instant lastDue(CronTimes times, Instant since, Instant now) {
        var due = since;
        for (int i = 0; i < MOST_MISSED; i++) {
            var next = times.nextAfter(due);
            if (next.isEmpty() || next.get().isAfter(now)) {
                break;
            }
            due = next.get();
        }
        return due;
    }

    private List<ObjectNode> jobsOf(JsonNode cron) {
        var uid = StoreJson.textAt(cron, "metadata", "uid");
        var jobs = new ArrayList<ObjectNode>();
        office.component().objects().store().list(office.kinds().jobs(), "").objects().forEach(job -> {
            for (var owner : job.toTree().path("metadata").path("ownerReferences")) {
                if (StoreJson.textAt(owner, "uid").equals(uid)) {
                    jobs.add(job.toTree());
                }
            }
        });
        return jobs;
    }

    private void startJob(ObjectNode cron, List<ObjectNode> active, Instant due) throws ApiError {
        var policy = cron.path("spec").path("concurrencyPolicy").asText("Allow");
        if (policy.equals("Forbid") && !active.isEmpty()) {
            office.component().recordEvent(type, cron, EventNote.normalEvent("JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid"));
            return;
        }
        if (policy.equals("Replace")) {
            for (var job : active) {
                office.component().delete(office.kinds().jobs(), job,
                        ControlComponent.propagationOptions("Background"));
            }
        }
        var template = cron.path("spec").path("jobTemplate");
        var job = StoreJson.newObject().put("kind", "Job").put("apiVersion", "batch/v1");
        var metadata = job.putObject("metadata");
        for (var field : List.of("labels", "annotations")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = StoreJson.textAt(cron, "metadata", "name") + "-" + due.getEpochSecond() / 60;
        metadata.put("name", name).put("namespace", StoreJson.textAt(cron, "metadata", "namespace"));
        PodBlueprint.addOwner(metadata, cron);
        job.set("spec", template.path("spec").deepCopy());
        var made = new ArrayList<>(active);
        made.add(office.component().create(office.kinds().jobs(), job));
        office.component().recordEvent(type, cron, EventNote.normalEvent("SuccessfulCreate", "Created job " + name));
        writeStatus(cron, made, due, ObjectTimes.secondsText(due));
    }

    /** @param last when it was due last, as text; empty for never */
    private void writeStatus(ObjectNode cron, List<ObjectNode> active, Instant due, String last) throws ApiError {
        office.component().editStatus(type, cron, status -> {
            if (!last.isEmpty()) {
                status.put("lastScheduleTime", ObjectTimes.secondsText(due));
            }
            status.remove("active");
            active.forEach(job -> status.withArrayProperty("active").addObject().put("kind", "Job")
                    .put("apiVersion", "batch/v1").put("name", StoreJson.textAt(job, "metadata", "name"))
                    .put("namespace", StoreJson.textAt(job, "metadata", "namespace"))
                    .put("uid", StoreJson.textAt(job, "metadata", "uid")));
        });
    }

    private void deleteOld(List<ObjectNode> jobs, String ending, int kept) throws ApiError {
        var ended = jobs.stream().filter(job -> OwnerStatuses.hasTrueCondition(job, ending))
                .sorted(Comparator.comparing(job -> StoreJson.textAt(job, "metadata", "creationTimestamp"))).toList();
        for (var job : ended.subList(0, Math.max(0, ended.size() - kept))) {
            office.component().delete(office.kinds().jobs(), job, ControlComponent.propagationOptions("Background"));
        }
    }
}
