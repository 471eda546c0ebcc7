package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

/**
 * The events of one pod that the API server still has.
 *
 * @param events the newest first
 */
public record PodEventHistory(List<PodEvent> events) {

    private static final String PULLING = "Pulling";
    /** How the pull of an image ends, well or badly. */
    private static final Set<String> ENDED = Set.of("Pulled", "Failed", "BackOff");
    private static final Pattern IMAGE = Pattern.compile("\"([^\"]+)\"");
    /** What comes once all volumes are there. */
    private static final Set<String> BEYOND = Set.of("Pulled", "Created", "Started");
    /** It was overcome: the pod has a node since. */
    private static final String UNPLACED = "FailedScheduling";

    public PodEventHistory {
        events = List.copyOf(events);
    }

    /**
     * A single event, however often it was repeated.
     *
     * @param component that noted it
     * @param last when it was noted last
     */
    public record PodEvent(boolean warning, String component, String reason, String message, Instant last) {

        public String eventText() {
            return reason + ": " + message;
        }

        /** Returns the image that the event is about; empty for none. */
        public String imageName() {
            var quoted = IMAGE.matcher(message);
            return quoted.find() ? quoted.group(1) : "";
        }
    }

    /** Reads the events from the cluster; blocks. */
    public static PodEventHistory read(ClusterObjectSource objects, PodSummary pod)
            throws ProblemException, InterruptedException {
        return read(objects, pod.namespace(), pod.uid());
    }

    static PodEventHistory read(ClusterObjectSource objects, String namespace, String uid)
            throws ProblemException, InterruptedException {
        var all = new ArrayList<PodEvent>();
        if (KubernetesEventFields.isSelectableUid(uid)) {
            objects.forEach(KubernetesEventFields.eventsIn(namespace), "fieldSelector=involvedObject.uid%3D" + uid,
                    event -> parseEvent(event).ifPresent(all::add));
        }
        return newestFirst(all);
    }

    /**
     * Reads the events of several pods of a namespace at once; blocks.
     *
     * @param into takes the history of each UID of which there are events, also those read before a failure
     * @return whether all events were read
     */
    static boolean readAll(ClusterObjectSource objects, String namespace, Set<String> uids,
            Map<String, PodEventHistory> into) throws ProblemException, InterruptedException {
        var events = new HashMap<String, List<PodEvent>>();
        try {
            return objects.forEach(KubernetesEventFields.eventsIn(namespace), "fieldSelector=involvedObject.kind%3DPod",
                    event -> addEvent(event, uids, events));
        } finally {
            events.forEach((uid, ofPod) -> into.put(uid, newestFirst(ofPod)));
        }
    }

    private static void addEvent(JsonNode event, Set<String> uids, Map<String, List<PodEvent>> events) {
        var uid = event.at("/involvedObject/uid").asText();
        if (uids.contains(uid)) {
            parseEvent(event).ifPresent(events.computeIfAbsent(uid, _ -> new ArrayList<>())::add);
        }
    }

    private static PodEventHistory newestFirst(List<PodEvent> events) {
        return new PodEventHistory(events.stream().sorted(Comparator.comparing(PodEvent::last).reversed()).toList());
    }

    private static Optional<PodEvent> parseEvent(JsonNode event) {
        return KubernetesEventFields.lastTime(event)
                .map(last -> new PodEvent(event.path("type").asText().equals("Warning"), componentOf(event),
                        event.path("reason").asText(), event.path("message").asText().strip(), last));
    }

    private static String componentOf(JsonNode event) {
        var source = event.at("/source/component").asText();
        return OptionalText.orElse(source, event.path("reportingComponent").asText());
    }

    /** Returns the newest image pull without an end; empty where there is none. */
    public Optional<PodEvent> unfinishedPull() {
        return events.stream().filter(event -> event.reason().equals(PULLING) && !event.imageName().isEmpty())
                .filter(this::isUnfinished).findFirst();
    }

    private boolean isUnfinished(PodEvent pull) {
        return events.stream().noneMatch(end -> ENDED.contains(end.reason()) && end.imageName().equals(pull.imageName())
                && !end.last().isBefore(pull.last()));
    }

    /** Returns the newest report that the scheduler found no node; empty where there is none. */
    Optional<PodEvent> lastUnplaced() {
        return events.stream().filter(event -> event.reason().equals(UNPLACED)).findFirst();
    }

    /** Returns the newest warning since then; empty where there is none. */
    public Optional<PodEvent> newestWarning(Instant since) {
        return events.stream()
                .filter(event -> event.warning() && !event.last().isBefore(since) && !event.reason().equals(UNPLACED))
                .findFirst();
    }

    /** Returns whether the pod went on after a warning: volumes are often missing at first. */
    public boolean hasRecovered(PodEvent warning) {
        return events.stream()
                .anyMatch(event -> BEYOND.contains(event.reason()) && event.last().isAfter(warning.last()));
    }
}
