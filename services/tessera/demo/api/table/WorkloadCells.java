package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.StoreLabelSelector;

/** The cells of what makes pods. */
final class WorkloadCells {

    /** Conditions of a job, the telling ones first, with what they are called. */
    private static final List<String> ENDINGS = List.of("Complete", "Failed");

    static final Map<String, TableCell> ALL = Map.of("deployment.ready",
            (object, _) -> TableCellReader.text(object.path("status").path("readyReplicas").asLong() + "/"
                    + object.path("spec").path("replicas").asLong(1)),
            "template.containers", (object, _) -> TableCellReader.text(containers(object, "name")), "template.images",
            (object, _) -> TableCellReader.text(containers(object, "image")), "template.selector",
            (object, _) -> TableCellReader.text(selector(object.path("spec").path("selector"))), "policy.selector",
            (object, _) -> TableCellReader.text(selector(object.path("spec").path("podSelector"))), "job.status",
            (job, _) -> TableCellReader.text(status(job)), "job.completions",
            (job, _) -> TableCellReader.text(completions(job)),
            "job.duration",
            (job, now) -> TableCellReader.text(duration(job, now)));

    private WorkloadCells() {}

    private static String containers(JsonNode object, String field) {
        return String.join(",", TableCellReader.all(object, "spec.template.spec.containers." + field));
    }

    private static String selector(JsonNode selector) {
        boolean structured = selector.has("matchLabels") || selector.has("matchExpressions");
        if (!structured) {
            return TableCellReader.pairs(selector);
        }
        return StoreLabelSelector.of(selector).toString();
    }

    private static String status(JsonNode job) {
        for (var ending : ENDINGS) {
            if (has(job, ending)) {
                return ending;
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return "Terminating";
        }
        for (var state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (has(job, state)) {
                return state;
            }
        }
        return "Running";
    }

    private static boolean has(JsonNode job, String type) {
        for (var condition : job.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals(type) && StoreJson.text(condition, "status").equals("True")) {
                return true;
            }
        }
        return false;
    }

    private static String completions(JsonNode job) {
        long succeeded = job.path("status").path("succeeded").asLong();
        var wanted = job.path("spec").get("completions");
        if (wanted != null && !wanted.isNull()) {
            return succeeded + "/" + wanted.asLong();
        }
        long parallel = job.path("spec").path("parallelism").asLong(0);
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String duration(JsonNode job, Instant now) {
        var begin = StoreJson.text(job, "status", "startTime");
        var end = StoreJson.text(job, "status", "completionTime");
        if (begin.isEmpty()) {
            return "";
        }
        try {
            return TableAge.of(Duration.between(Instant.parse(begin), end.isEmpty() ? now : Instant.parse(end)));
        } catch (DateTimeException e) {
            return TableAge.UNKNOWN;
        }
    }
}
