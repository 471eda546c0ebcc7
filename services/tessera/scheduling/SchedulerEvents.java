package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.PodEventHistory.PodEvent;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Reads the reports of a scheduler other than that of Kubernetes about a pod that waits, and about its PodGroup.
 *
 * @param unknown takes a note where the group may not be read
 */
record SchedulerEvents(ClusterObjectSource source, List<String> unknown) {

    private static final int MOST = 4;
    /** What was said so much earlier than the newest is repeated no more. */
    private static final Duration CURRENT = Duration.ofMinutes(30);
    private static final Set<String> PROGRESS = Set.of("Scheduled", "Scheduling", "FilteringSucceed",
            "BindingSucceed");
    private static final String UNSCHEDULABLE = "Unschedulable";

    /** Returns the reports, the newest first; waits for the cluster. */
    List<String> read(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        var events = new ArrayList<>(PodEventHistory.read(source, spec.namespace(), spec.uid()).events());
        var conditions = new ArrayList<String>();
        if (!spec.podGroup().isEmpty()) {
            var groups = new ArrayList<JsonNode>();
            SchedulingContext.readOrNote(unknown, () -> {
                source.find(new ObjectRef("scheduling.volcano.sh/v1beta1", "PodGroup", "podgroups", spec.namespace(),
                        spec.podGroup())).ifPresent(groups::add);
                return true;
            }, "What its PodGroup says is not known");
            for (var group : groups) {
                events.addAll(PodEventHistory.read(source, spec.namespace(), group.at("/metadata/uid").asText())
                        .events());
                conditions.addAll(conditionTexts(group));
            }
        }
        events.removeIf(event -> PROGRESS.contains(event.reason())
                || !(event.warning() || event.component().equals(spec.schedulerName())));
        events.sort(Comparator.comparing(PodEvent::last).reversed());
        var current = events.stream()
                .filter(event -> event.last().isAfter(events.getFirst().last().minus(CURRENT)))
                .map(PodEvent::eventText);
        return Stream.concat(conditions.stream(), current).distinct().limit(MOST).toList();
    }

    private static List<String> conditionTexts(JsonNode group) {
        return StatusConditionReader.find(group, UNSCHEDULABLE, "True")
                .map(condition -> condition.path("message").asText())
                .filter(text -> !text.isBlank()).map(text -> UNSCHEDULABLE + ": " + text.strip()).stream().toList();
    }
}
