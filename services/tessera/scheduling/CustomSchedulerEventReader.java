package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.PodEventHistory.PodEvent;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.ForeignMessage;
import tessera.text.MessageCatalog;

/**
 * Reads the reports of a scheduler other than that of Kubernetes about a pod that waits, and about its PodGroup.
 *
 * @param unknown takes a note where the group may not be read
 */
public record CustomSchedulerEventReader(ClusterObjectSource source, List<String> unknown) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CustomSchedulerEventReader.class);
    private static final int MOST = 4;
    /** What was said so much earlier than the newest is repeated no more. */
    private static final Duration CURRENT = Duration.ofMinutes(30);
    /** Who still tries says it again within that time; what is older may hold no longer. */
    private static final Duration RECENT = Duration.ofMinutes(10);
    private static final Set<String> PROGRESS = Set.of("Scheduled", "FilteringSucceed", "BindingSucceed");
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
            }, MESSAGES.text("unknown.podGroup"));
            for (var group : groups) {
                events.addAll(
                        PodEventHistory.read(source, spec.namespace(), group.at("/metadata/uid").asText()).events());
                conditions.addAll(conditionTexts(group));
            }
        }
        return Stream
                .concat(conditions.stream(),
                        currentEvents(events, spec.schedulerName()).stream().map(PodEvent::eventText))
                .distinct().limit(MOST).toList();
    }

    /**
     * Returns why pods wait whose conditions hold no message, by the events of their schedulers; without those of which
     * there is none. What was said long ago is told with its age. Waits for the cluster.
     *
     * @param ageOf  the age of a moment of the server's clock
     * @param unread takes a note where events were not read
     */
    public static Map<PodSummary, String> waitingTexts(ClusterObjectSource source, List<PodSummary> waiting,
            Function<Instant, Duration> ageOf, Consumer<String> unread) throws InterruptedException {
        return textsFromEvents(source,
                waiting.stream().filter(pod -> pod.message().isEmpty() && !schedulerOf(pod).isEmpty()).toList(),
                (pod, history) -> waitingText(pod, currentEvents(history.events(), schedulerOf(pod)), ageOf), unread);
    }

    /**
     * Returns the reports of the scheduler that the nodes contradict, with their age; without those of which no event
     * is left. Waits for the cluster.
     *
     * @param ageOf  the age of a moment of the server's clock
     * @param unread takes a note where events were not read
     */
    public static Map<PodSummary, String> contradictedReportTexts(ClusterObjectSource source, List<PodSummary> waiting,
            PendingDiagnosisFinder reasons, Function<Instant, Duration> ageOf, Consumer<String> unread)
            throws InterruptedException {
        var reports = new HashMap<PodSummary, PendingReason.SchedulerReportContradicted>();
        for (var pod : waiting) {
            if (reasons.diagnose(pod).reason() instanceof PendingReason.SchedulerReportContradicted report) {
                reports.put(pod, report);
            }
        }
        return textsFromEvents(source, List.copyOf(reports.keySet()),
                (pod, history) -> agedText(reports.get(pod), history, ageOf), unread);
    }

    private static Optional<String> agedText(PendingReason.@Nullable SchedulerReportContradicted report,
            PodEventHistory history, Function<Instant, Duration> ageOf) {
        if (report == null) {
            return Optional.empty();
        }
        return history.lastUnplaced().map(event -> new PendingReason.SchedulerReportContradicted(report.report(),
                report.nodes(), Optional.of(ageOf.apply(event.last()))).text());
    }

    private static Map<PodSummary, String> textsFromEvents(ClusterObjectSource source, List<PodSummary> pods,
            BiFunction<PodSummary, PodEventHistory, Optional<String>> text, Consumer<String> unread)
            throws InterruptedException {
        var texts = new HashMap<PodSummary, String>();
        var gaps = new ArrayList<String>();
        var namespaces = pods.stream()
                .collect(Collectors.groupingBy(PodSummary::namespace, TreeMap::new, Collectors.toList()));
        for (var entry : namespaces.entrySet()) {
            var events = readEvents(source, entry.getKey(), entry.getValue(), gaps::add);
            for (var pod : entry.getValue()) {
                Optional.ofNullable(events.get(pod.uid())).flatMap(history -> text.apply(pod, history))
                        .ifPresent(told -> texts.put(pod, told));
            }
        }
        if (!gaps.isEmpty()) {
            unread.accept(MESSAGES.text("unknown.events", gaps.getFirst(), gaps.size() - 1));
        }
        return texts;
    }

    private static Optional<String> waitingText(PodSummary pod, List<PodEvent> told,
            Function<Instant, Duration> ageOf) {
        if (told.isEmpty()) {
            return Optional.empty();
        }
        var age = ageOf.apply(told.getFirst().last());
        var said = told.stream().map(PodEvent::eventText).distinct().toList();
        var text = OtherSchedulerMessageExplainer.waitingText(schedulerOf(pod), said, pod.labels());
        return Optional.of(age.compareTo(RECENT) < 0 ? text : MESSAGES.text("waiting.reported", text, age));
    }

    /** Returns the events of pods by their UIDs. */
    private static Map<String, PodEventHistory> readEvents(ClusterObjectSource source, String namespace,
            List<PodSummary> pods, Consumer<String> gaps) throws InterruptedException {
        var events = new HashMap<String, PodEventHistory>();
        try {
            var uids = pods.stream().map(PodSummary::uid).collect(Collectors.toSet());
            if (!PodEventHistory.readAll(source, namespace, uids, events)) {
                gaps.accept(MESSAGES.text("unknown.moreEvents", namespace));
            }
        } catch (ProblemException unread) {
            gaps.accept(unread.problem().withContext(new ForeignMessage("namespace " + namespace)).problemText());
        }
        return events;
    }

    /** Returns the scheduler that a pod is for, other than that of Kubernetes; empty for none. */
    private static String schedulerOf(PodSummary pod) {
        return pod.schedulingConstraints().map(PodSchedulingConstraints::schedulerName).orElse("");
    }

    /** Returns the events of what was said last of a pod that waits, the newest first. */
    private static List<PodEvent> currentEvents(List<PodEvent> events, String scheduler) {
        var told = events.stream().filter(
                event -> !PROGRESS.contains(event.reason()) && (event.warning() || event.component().equals(scheduler)))
                .sorted(Comparator.comparing(PodEvent::last).reversed()).toList();
        return told.stream().filter(event -> event.last().isAfter(told.getFirst().last().minus(CURRENT))).toList();
    }

    private static List<String> conditionTexts(JsonNode group) {
        return StatusConditionReader.find(group, UNSCHEDULABLE, "True")
                .map(condition -> condition.path("message").asText()).filter(text -> !text.isBlank())
                .map(text -> UNSCHEDULABLE + ": " + text.strip()).stream().toList();
    }
}
