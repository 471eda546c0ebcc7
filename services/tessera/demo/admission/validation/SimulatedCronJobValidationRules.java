package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.kube.cron.CronSchedule;
import tessera.model.IanaTimeZoneNames;

/** Rules for CronJobs. */
final class SimulatedCronJobValidationRules {

    private static final int LONGEST_NAME = 52;
    private static final String PART = "[A-Za-z.\\-_0-9+]{1,14}";

    private final JsonNode object;
    private final JsonNode spec;
    private final @Nullable JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings;

    /** @param oldObject null when the object is new */
    SimulatedCronJobValidationRules(JsonNode object, @Nullable JsonNode oldObject,
            SimulatedValidationErrorCollector findings) {
        this.object = object;
        this.spec = object.path("spec");
        this.oldObject = oldObject;
        this.findings = findings;
    }

    void check() {
        checkSchedule(spec.path("schedule"));
        findings.checkNotNegative("spec.startingDeadlineSeconds", spec.path("startingDeadlineSeconds"));
        if (oldObject == null || !oldObject.path("spec").path("timeZone").equals(spec.path("timeZone"))) {
            checkTimeZone(spec.path("timeZone"));
        }
        findings.checkChoice("spec.concurrencyPolicy", spec.path("concurrencyPolicy"),
                List.of("Allow", "Forbid", "Replace"), false);
        var template = spec.path("jobTemplate").path("spec");
        new SimulatedJobValidationRules(template, "spec.jobTemplate.spec", findings).check(false);
        if (template.path("selector").isObject()) {
            findings.addInvalid("spec.jobTemplate.spec.selector", template.path("selector"),
                    "`selector` will be auto-generated");
        }
        for (var field : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            findings.checkNotNegative("spec." + field, spec.path(field));
        }
        var name = object.path("metadata").path("name").asText();
        if (oldObject == null && name.length() > LONGEST_NAME) {
            findings.addInvalid("metadata.name", name, "must be no more than 52 characters");
        }
    }

    private void checkSchedule(JsonNode schedule) {
        var line = schedule.asText();
        if (line.isEmpty()) {
            findings.addRequired("spec.schedule");
            return;
        }
        CronSchedule.findProblem(line)
                .ifPresent(fault -> findings.addInvalid("spec.schedule", schedule, fault.serverMessage()));
        boolean before = oldObject != null
                && CronSchedule.namesTimeZone(oldObject.path("spec").path("schedule").asText());
        if (CronSchedule.namesTimeZone(line) && !before) {
            findings.addInvalid("spec.schedule", schedule,
                    "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (CronSchedule.namesTimeZone(line) && spec.has("timeZone")) {
            findings.addInvalid("spec.schedule", schedule,
                    "cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private void checkTimeZone(JsonNode zone) {
        var name = zone.asText();
        if (!zone.isTextual()) {
            return;
        }
        if (name.isEmpty()) {
            findings.addInvalid("spec.timeZone", zone, "timeZone must be nil or non-empty string");
        } else if (name.equalsIgnoreCase("Local")) {
            findings.addInvalid("spec.timeZone", zone,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
            if (!name.equals("Local")) {
                findings.addInvalid("spec.timeZone", zone, "unknown time zone " + name);
            }
        } else if (!isWellFormed(name) || !IanaTimeZoneNames.isKnown(name)) {
            findings.addInvalid("spec.timeZone", zone, "unknown time zone " + name);
        }
    }

    private static boolean isWellFormed(String name) {
        return List.of(name.split("/", -1)).stream().allMatch(part -> part.matches(PART) && !part.startsWith("-")
                && !part.equals(".") && !part.equals(".."));
    }
}
