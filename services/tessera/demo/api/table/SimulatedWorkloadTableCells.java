package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.labels.LabelSelector;

/** Table cells of workloads. */
final class SimulatedWorkloadTableCells {

    /** Conditions of a job, the telling ones first, with what they are called. */
    private static final List<String> ENDINGS = List.of("Complete", "Failed");

    static final Map<String, SimulatedTableCellFunction> ALL = Map.of("deployment.ready",
            (object, _) -> SimulatedTableCellExpressionParser
                    .textNode(object.path("status").path("readyReplicas").asLong() + "/"
                            + object.path("spec").path("replicas").asLong(1)),
            "template.containers",
            (object, _) -> SimulatedTableCellExpressionParser.textNode(containersText(object, "name")),
            "template.images",
            (object, _) -> SimulatedTableCellExpressionParser.textNode(containersText(object, "image")),
            "template.selector",
            (object, _) -> SimulatedTableCellExpressionParser
                    .textNode(selectorText(object.path("spec").path("selector"))),
            "policy.selector",
            (object, _) -> SimulatedTableCellExpressionParser
                    .textNode(selectorText(object.path("spec").path("podSelector"))),
            "job.status",
            (job, _) -> SimulatedTableCellExpressionParser.textNode(statusText(job)), "job.completions",
            (job, _) -> SimulatedTableCellExpressionParser.textNode(completionsText(job)),
            "job.duration",
            (job, now) -> SimulatedTableCellExpressionParser.textNode(durationText(job, now)));

    private SimulatedWorkloadTableCells() {}

    private static String containersText(JsonNode object, String field) {
        return String.join(",",
                SimulatedTableCellExpressionParser.textsAt(object, "spec.template.spec.containers." + field));
    }

    private static String selectorText(JsonNode selector) {
        boolean structured = selector.has("matchLabels") || selector.has("matchExpressions");
        if (!structured) {
            return SimulatedTableCellExpressionParser.joinPairs(selector);
        }
        return LabelSelector.of(selector).toString();
    }

    private static String statusText(JsonNode job) {
        for (var ending : ENDINGS) {
            if (hasCondition(job, ending)) {
                return ending;
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return "Terminating";
        }
        for (var state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (hasCondition(job, state)) {
                return state;
            }
        }
        return "Running";
    }

    private static boolean hasCondition(JsonNode job, String type) {
        for (var condition : job.path("status").path("conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals(type)
                    && SimulatedStoreJsonCodec.textAt(condition, "status").equals("True")) {
                return true;
            }
        }
        return false;
    }

    private static String completionsText(JsonNode job) {
        long succeeded = job.path("status").path("succeeded").asLong();
        var wanted = job.path("spec").get("completions");
        if (wanted != null && !wanted.isNull()) {
            return succeeded + "/" + wanted.asLong();
        }
        long parallel = job.path("spec").path("parallelism").asLong(0);
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String durationText(JsonNode job, Instant now) {
        var begin = SimulatedStoreJsonCodec.textAt(job, "status", "startTime");
        var end = SimulatedStoreJsonCodec.textAt(job, "status", "completionTime");
        if (begin.isEmpty()) {
            return "";
        }
        try {
            return SimulatedTableAgeFormatter
                    .durationText(Duration.between(Instant.parse(begin), end.isEmpty() ? now : Instant.parse(end)));
        } catch (DateTimeException e) {
            return SimulatedTableAgeFormatter.UNKNOWN;
        }
    }
}
