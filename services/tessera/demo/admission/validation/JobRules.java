package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;

/** What holds for jobs and for the jobs that a CronJob makes. */
final class JobRules {

    private static final int LONGEST_CRON_NAME = 52;
    private static final Pattern SCHEDULE = Pattern.compile(
            "@(annually|yearly|monthly|weekly|daily|midnight|hourly|every \\S+)|(\\S+ +){4}\\S+");

    private final JsonNode spec;
    private final String path;
    private final Findings findings;

    JobRules(JsonNode spec, String path, Findings findings) {
        this.spec = spec;
        this.path = path;
        this.findings = findings;
    }

    /** @param selected whether the server has chosen the labels of the pods by now */
    void check(boolean selected) {
        if (selected && !spec.path("selector").isObject()) {
            findings.required(path + ".selector");
        }
        for (var field : List.of("parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
                "ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes")) {
            findings.notNegative(path + "." + field, spec.path(field));
        }
        var mode = spec.path("completionMode").asText();
        findings.choice(path + ".completionMode", spec.path("completionMode"), List.of("Indexed", "NonIndexed"), true);
        if (mode.equals("Indexed") && !spec.has("completions")) {
            findings.required(path + ".completions", "when completion mode is Indexed");
        }
        new WorkloadRules("", spec, findings).template(spec.path("template"), path + ".template");
        var restart = spec.path("template").path("spec").path("restartPolicy").asText();
        if (restart.equals("Always")) {
            findings.required(path + ".template.spec.restartPolicy", "valid values: \"OnFailure\", \"Never\"");
        }
    }

    void checkSchedule(String name) {
        if (name.length() > LONGEST_CRON_NAME) {
            findings.invalid("metadata.name", name, "must be no more than 52 characters");
        }
        var schedule = spec.path("schedule").asText();
        if (schedule.isEmpty()) {
            findings.required(path + ".schedule");
        } else if (!SCHEDULE.matcher(schedule).matches()) {
            findings.invalid(path + ".schedule", schedule, "expected exactly 5 fields, found %d: [%s]"
                    .formatted(schedule.trim().split(" +").length, schedule.trim().replaceAll(" +", " ")));
        }
        findings.notNegative(path + ".startingDeadlineSeconds", spec.path("startingDeadlineSeconds"));
        findings.choice(path + ".concurrencyPolicy", spec.path("concurrencyPolicy"),
                List.of("Allow", "Forbid", "Replace"), false);
        for (var field : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            findings.notNegative(path + "." + field, spec.path(field));
        }
        new JobRules(spec.path("jobTemplate").path("spec"), path + ".jobTemplate.spec", findings).check(false);
    }
}
