package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoredObject;
import tessera.kube.cron.CronSchedule;

/** Controller that creates a Job when a CronJob is due, and keeps only the newest ended ones. */
public final class SimulatedCronJobController extends SimulatedWorkloadController {

    public SimulatedCronJobController(SimulatedControllerContext context) {
        super(context, context.loop().objects().catalog().get("cronjobs.batch"), "cronjob-controller");
        followOwners();
        loop.follow(types.jobs(), (_, job) -> job.path("metadata").path("ownerReferences")
                .forEach(owner -> schedule(owner.path("uid").asText())));
    }

    @Override
    void reconcile(ObjectNode cron) throws SimulatedApiException {
        var spec = cron.path("spec");
        var times = CronSchedule.parse(spec.path("schedule").asText(""));
        var zone = spec.path("timeZone").asText("UTC");
        if (times.isEmpty() || !CronSchedule.isKnownZone(zone) || spec.path("suspend").asBoolean()) {
            return;
        }
        var jobs = jobsOf(cron);
        deleteOld(jobs, "Complete", spec.path("successfulJobsHistoryLimit").asInt(3));
        deleteOld(jobs, "Failed", spec.path("failedJobsHistoryLimit").asInt(1));
        var active = jobs.stream().filter(job -> !isJobOver(job)).toList();
        var now = component.now();
        times.get().nextAfter(now, ZoneId.of(zone)).ifPresent(next -> scheduleAfter(Duration.between(now, next), cron));
        var last = cron.path("status").path("lastScheduleTime").asText("");
        var since = Instant.parse(last.isEmpty() ? cron.path("metadata").path("creationTimestamp").asText("") : last);
        var due = times.get().lastBetween(since, now, ZoneId.of(zone)).orElse(since);
        if (due.isAfter(since)) {
            startJob(cron, active, due);
        } else {
            writeStatus(cron, active, since, last);
        }
    }

    private List<ObjectNode> jobsOf(JsonNode cron) {
        var uid = SimulatedMetadata.uidOf(cron);
        return component.objects().store().list(types.jobs(), "").objects().stream().map(SimulatedStoredObject::toTree)
                .filter(job -> job.path("metadata").path("ownerReferences").findValuesAsText("uid").contains(uid))
                .toList();
    }

    private void startJob(ObjectNode cron, List<ObjectNode> active, Instant due) throws SimulatedApiException {
        var policy = cron.path("spec").path("concurrencyPolicy").asText("Allow");
        if (policy.equals("Forbid") && !active.isEmpty()) {
            recordEvent(cron, SimulatedEvent.normal("JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid"));
            return;
        }
        if (policy.equals("Replace")) {
            for (var job : active) {
                component.deleteInBackground(types.jobs(), job);
            }
        }
        var name = SimulatedMetadata.nameOf(cron) + "-" + due.getEpochSecond() / 60;
        var job = newObject("batch/v1", "Job", cron.path("spec").path("jobTemplate"), cron, name);
        var made = new ArrayList<>(active);
        made.add(component.create(types.jobs(), job));
        recordEvent(cron, SimulatedEvent.normal("SuccessfulCreate", "Created job " + name));
        writeStatus(cron, made, due, SimulatedTimestampFormat.secondsText(due));
    }

    /** @param last when it was due last, as text; empty for never */
    private void writeStatus(ObjectNode cron, List<ObjectNode> active, Instant due, String last)
            throws SimulatedApiException {
        editStatus(cron, status -> {
            if (!last.isEmpty()) {
                status.put("lastScheduleTime", SimulatedTimestampFormat.secondsText(due));
            }
            status.remove("active");
            for (var job : active) {
                status.withArrayProperty("active").addObject().put("kind", "Job").put("apiVersion", "batch/v1")
                        .put("name", SimulatedMetadata.nameOf(job)).put("namespace", SimulatedMetadata.namespaceOf(job))
                        .put("uid", SimulatedMetadata.uidOf(job));
            }
        });
    }

    private void deleteOld(List<ObjectNode> jobs, String ending, int kept) throws SimulatedApiException {
        var ended = jobs.stream().filter(job -> SimulatedOwnerStatusWriter.hasTrueCondition(job, ending))
                .sorted(Comparator.comparing(job -> job.path("metadata").path("creationTimestamp").asText("")))
                .toList();
        for (var job : ended.subList(0, Math.max(0, ended.size() - kept))) {
            component.deleteInBackground(types.jobs(), job);
        }
    }
}
