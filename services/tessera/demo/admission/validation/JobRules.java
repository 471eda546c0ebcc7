package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What holds for jobs and for the jobs that a CronJob makes. */
final class JobRules {

    private static final int MOST_INDEXED = 100_000;

    private final JsonNode spec;
    private final String path;
    private final ValidationErrors findings;

    JobRules(JsonNode spec, String path, ValidationErrors findings) {
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
        if (mode.equals("Indexed") && spec.path("parallelism").asLong() > MOST_INDEXED) {
            findings.invalid(path + ".parallelism", spec.path("parallelism"),
                    "must be less than or equal to %d when completion mode is Indexed".formatted(MOST_INDEXED));
        }
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
}
