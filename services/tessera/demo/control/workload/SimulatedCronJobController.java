package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.cron.CronSchedule;

/** Controller that creates a Job when a CronJob is due, and keeps only the newest ended ones. */
public final class SimulatedCronJobController {

    private final SimulatedCommonWorkloadController controller;
    private final SimulatedResourceType type;

    public SimulatedCronJobController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        type = loop.objects().catalog().get("cronjobs.batch");
        controller = new SimulatedCommonWorkloadController(loop, types, pods, type, "cronjob-controller");
        controller.followOwners(this::reconcile);
        loop.follow(types.jobs(), (_, job) -> scheduleOwners(job));
    }

    private void scheduleOwners(ObjectNode job) {
        job.path("metadata").path("ownerReferences")
                .forEach(owner -> controller.schedule(SimulatedStoreJsonCodec.textAt(owner, "uid"), this::reconcile));
    }

    private void reconcile(ObjectNode cron) throws SimulatedApiException {
        var spec = cron.path("spec");
        var times = CronSchedule.parse(SimulatedStoreJsonCodec.textAt(spec, "schedule"));
        var zone = spec.path("timeZone").asText("UTC");
        if (times.isEmpty() || !CronSchedule.isKnownZone(zone) || spec.path("suspend").asBoolean()
                || cron.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var jobs = jobsOf(cron);
        deleteOld(jobs, "Complete", spec.path("successfulJobsHistoryLimit").asInt(3));
        deleteOld(jobs, "Failed", spec.path("failedJobsHistoryLimit").asInt(1));
        var active = jobs.stream()
                .filter(job -> !SimulatedOwnerStatusWriter.hasTrueCondition(job, "Complete")
                        && !SimulatedOwnerStatusWriter.hasTrueCondition(job, "Failed"))
                .toList();
        var now = controller.component().now();
        var next = times.get().nextAfter(now, ZoneId.of(zone)).orElse(null);
        if (next != null) {
            controller.loop().runAfter(
                    Duration.between(now, next),
                    () -> controller.schedule(SimulatedStoreJsonCodec.textAt(cron, "metadata", "uid"),
                            this::reconcile));
        }
        var last = cron.path("status").path("lastScheduleTime").asText("");
        var since = Instant
                .parse(last.isEmpty() ? SimulatedStoreJsonCodec.textAt(cron, "metadata", "creationTimestamp") : last);
        var due = times.get().lastBetween(since, now, ZoneId.of(zone)).orElse(since);
        if (due.isAfter(since)) {
            startJob(cron, active, due);
        } else {
            writeStatus(cron, active, since, last);
        }
    }

    private List<ObjectNode> jobsOf(JsonNode cron) {
        var uid = SimulatedStoreJsonCodec.textAt(cron, "metadata", "uid");
        var jobs = new ArrayList<ObjectNode>();
        controller.component().objects().store().list(controller.kinds().jobs(), "").objects().forEach(job -> {
            for (var owner : job.toTree().path("metadata").path("ownerReferences")) {
                if (SimulatedStoreJsonCodec.textAt(owner, "uid").equals(uid)) {
                    jobs.add(job.toTree());
                }
            }
        });
        return jobs;
    }

    private void startJob(ObjectNode cron, List<ObjectNode> active, Instant due) throws SimulatedApiException {
        var policy = cron.path("spec").path("concurrencyPolicy").asText("Allow");
        if (policy.equals("Forbid") && !active.isEmpty()) {
            controller.component().recordEvent(type, cron, SimulatedEventContent.normalEvent("JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid"));
            return;
        }
        if (policy.equals("Replace")) {
            for (var job : active) {
                controller.component().delete(controller.kinds().jobs(), job,
                        SimulatedControlPlaneComponent.propagationOptions("Background"));
            }
        }
        var template = cron.path("spec").path("jobTemplate");
        var job = SimulatedStoreJsonCodec.newObject().put("kind", "Job").put("apiVersion", "batch/v1");
        var metadata = job.putObject("metadata");
        for (var field : List.of("labels", "annotations")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = SimulatedStoreJsonCodec.textAt(cron, "metadata", "name") + "-" + due.getEpochSecond() / 60;
        metadata.put("name", name).put("namespace", SimulatedStoreJsonCodec.textAt(cron, "metadata", "namespace"));
        SimulatedPodFactory.addOwner(metadata, cron);
        job.set("spec", template.path("spec").deepCopy());
        var made = new ArrayList<>(active);
        made.add(controller.component().create(controller.kinds().jobs(), job));
        controller.component().recordEvent(type, cron,
                SimulatedEventContent.normalEvent("SuccessfulCreate", "Created job " + name));
        writeStatus(cron, made, due, SimulatedTimestampFormat.secondsText(due));
    }

    /** @param last when it was due last, as text; empty for never */
    private void writeStatus(ObjectNode cron, List<ObjectNode> active, Instant due, String last)
            throws SimulatedApiException {
        controller.component().editStatus(type, cron, status -> {
            if (!last.isEmpty()) {
                status.put("lastScheduleTime", SimulatedTimestampFormat.secondsText(due));
            }
            status.remove("active");
            for (var job : active) {
                status.withArrayProperty("active").addObject().put("kind", "Job")
                        .put("apiVersion", "batch/v1")
                        .put("name", SimulatedStoreJsonCodec.textAt(job, "metadata", "name"))
                        .put("namespace", SimulatedStoreJsonCodec.textAt(job, "metadata", "namespace"))
                        .put("uid", SimulatedStoreJsonCodec.textAt(job, "metadata", "uid"));
            }
        });
    }

    private void deleteOld(List<ObjectNode> jobs, String ending, int kept) throws SimulatedApiException {
        var ended = jobs.stream().filter(job -> SimulatedOwnerStatusWriter.hasTrueCondition(job, ending))
                .sorted(Comparator
                        .comparing(job -> SimulatedStoreJsonCodec.textAt(job, "metadata", "creationTimestamp")))
                .toList();
        for (var job : ended.subList(0, Math.max(0, ended.size() - kept))) {
            controller.component().delete(controller.kinds().jobs(), job,
                    SimulatedControlPlaneComponent.propagationOptions("Background"));
        }
    }
}
