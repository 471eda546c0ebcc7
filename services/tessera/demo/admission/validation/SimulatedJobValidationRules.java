package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Rules for Jobs and for the job templates of CronJobs. */
final class SimulatedJobValidationRules {

    private static final int MOST_INDEXED = 100_000;

    private final JsonNode spec;
    private final String path;
    private final SimulatedValidationErrorCollector findings;

    SimulatedJobValidationRules(JsonNode spec, String path, SimulatedValidationErrorCollector findings) {
        this.spec = spec;
        this.path = path;
        this.findings = findings;
    }

    /** @param selected whether the server has chosen the labels of the pods by now */
    void check(boolean selected) {
        if (selected && !spec.path("selector").isObject()) {
            findings.addRequired(path + ".selector");
        }
        for (var field : List.of("parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
                "ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes")) {
            findings.checkNotNegative(path + "." + field, spec.path(field));
        }
        var mode = spec.path("completionMode").asText();
        if (mode.equals("Indexed") && spec.path("parallelism").asLong() > MOST_INDEXED) {
            findings.addInvalid(path + ".parallelism", spec.path("parallelism"),
                    "must be less than or equal to %d when completion mode is Indexed".formatted(MOST_INDEXED));
        }
        findings.checkChoice(path + ".completionMode", spec.path("completionMode"), List.of("Indexed", "NonIndexed"),
                true);
        if (mode.equals("Indexed") && !spec.has("completions")) {
            findings.addRequired(path + ".completions", "when completion mode is Indexed");
        }
        new SimulatedWorkloadValidationRules("", spec, findings).checkTemplate(spec.path("template"),
                path + ".template");
        var restart = spec.path("template").path("spec").path("restartPolicy").asText();
        if (restart.equals("Always")) {
            findings.addRequired(path + ".template.spec.restartPolicy", "valid values: \"OnFailure\", \"Never\"");
        }
    }
}
