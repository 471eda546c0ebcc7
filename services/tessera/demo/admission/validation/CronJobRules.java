package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.CronSchedule;
import tessera.model.TimeZoneName;

/** What holds for CronJobs. */
final class CronJobRules {

    private static final int LONGEST_NAME = 52;
    private static final String PART = "[A-Za-z.\\-_0-9+]{1,14}";

    private final JsonNode object;
    private final JsonNode spec;
    private final @Nullable JsonNode old;
    private final ValidationErrors findings;

    /** @param old null when the object is new */
    CronJobRules(JsonNode object, @Nullable JsonNode old, ValidationErrors findings) {
        this.object = object;
        this.spec = object.path("spec");
        this.old = old;
        this.findings = findings;
    }

    void check() {
        schedule(spec.path("schedule"));
        findings.notNegative("spec.startingDeadlineSeconds", spec.path("startingDeadlineSeconds"));
        if (old == null || !old.path("spec").path("timeZone").equals(spec.path("timeZone"))) {
            timeZone(spec.path("timeZone"));
        }
        findings.choice("spec.concurrencyPolicy", spec.path("concurrencyPolicy"),
                List.of("Allow", "Forbid", "Replace"), false);
        var template = spec.path("jobTemplate").path("spec");
        new JobRules(template, "spec.jobTemplate.spec", findings).check(false);
        if (template.path("selector").isObject()) {
            findings.invalid("spec.jobTemplate.spec.selector", template.path("selector"),
                    "`selector` will be auto-generated");
        }
        for (var field : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            findings.notNegative("spec." + field, spec.path(field));
        }
        var name = object.path("metadata").path("name").asText();
        if (old == null && name.length() > LONGEST_NAME) {
            findings.invalid("metadata.name", name, "must be no more than 52 characters");
        }
    }

    private void schedule(JsonNode schedule) {
        var line = schedule.asText();
        if (line.isEmpty()) {
            findings.required("spec.schedule");
            return;
        }
        CronSchedule.fault(line).ifPresent(fault -> findings.invalid("spec.schedule", schedule, fault.server()));
        boolean before = old != null && CronSchedule.zoned(old.path("spec").path("schedule").asText());
        if (CronSchedule.zoned(line) && !before) {
            findings.invalid("spec.schedule", schedule,
                    "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (CronSchedule.zoned(line) && spec.has("timeZone")) {
            findings.invalid("spec.schedule", schedule,
                    "cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private void timeZone(JsonNode zone) {
        var name = zone.asText();
        if (!zone.isTextual()) {
            return;
        }
        if (name.isEmpty()) {
            findings.invalid("spec.timeZone", zone, "timeZone must be nil or non-empty string");
        } else if (name.equalsIgnoreCase("Local")) {
            findings.invalid("spec.timeZone", zone,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
            if (!name.equals("Local")) {
                findings.invalid("spec.timeZone", zone, "unknown time zone " + name);
            }
        } else if (!formed(name) || !TimeZoneName.known(name)) {
            findings.invalid("spec.timeZone", zone, "unknown time zone " + name);
        }
    }

    private static boolean formed(String name) {
        return List.of(name.split("/", -1)).stream().allMatch(part -> part.matches(PART) && !part.startsWith("-")
                && !part.equals(".") && !part.equals(".."));
    }
}
