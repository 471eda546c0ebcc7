package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.Failure;
import tessera.model.PodFacts;

/**
 * What was noted of one pod and is not forgotten yet.
 *
 * @param all the newest first
 */
public record PodEvents(List<PodEvent> all) {

    private static final String PULLING = "Pulling";
    /** How the pull of an image ends, well or badly. */
    private static final Set<String> ENDED = Set.of("Pulled", "Failed", "BackOff");
    private static final Pattern IMAGE = Pattern.compile("\"([^\"]+)\"");
    /** What comes once all volumes are there. */
    private static final Set<String> BEYOND = Set.of("Pulled", "Created", "Started");
    /** It was overcome: the pod has a node since. */
    private static final String UNPLACED = "FailedScheduling";

    public PodEvents {
        all = List.copyOf(all);
    }

    /**
     * One event, however often it came.
     *
     * @param last when it was noted last
     */
    public record PodEvent(boolean warning, String reason, String message, Instant last) {

        public String words() {
            return reason + ": " + message;
        }

        /** The image it is about; empty for none. */
        public String image() {
            var quoted = IMAGE.matcher(message);
            return quoted.find() ? quoted.group(1) : "";
        }
    }

    /** Reads them; waits for the cluster. */
    public static PodEvents read(ObjectSource objects, PodFacts pod) throws Failure, InterruptedException {
        return read(objects, pod.namespace(), pod.uid());
    }

    static PodEvents read(ObjectSource objects, String namespace, String uid) throws Failure, InterruptedException {
        var all = new ArrayList<PodEvent>();
        if (EventQueries.named(uid)) {
            objects.each(EventQueries.in(namespace), "fieldSelector=involvedObject.uid%3D" + uid,
                    event -> told(event).ifPresent(all::add));
        }
        all.sort(Comparator.comparing(PodEvent::last).reversed());
        return new PodEvents(all);
    }

    private static Optional<PodEvent> told(JsonNode event) {
        return EventQueries.last(event).map(last -> new PodEvent(event.path("type").asText().equals("Warning"),
                event.path("reason").asText(), event.path("message").asText().strip(), last));
    }

    /** The newest pull of which no end was noted. */
    public Optional<PodEvent> pulling() {
        return all.stream().filter(event -> event.reason().equals(PULLING) && !event.image().isEmpty())
                .filter(pull -> all.stream().noneMatch(end -> ENDED.contains(end.reason())
                        && end.image().equals(pull.image()) && !end.last().isBefore(pull.last())))
                .findFirst();
    }

    /** The newest warning since then. */
    public Optional<PodEvent> warning(Instant since) {
        return all.stream().filter(event -> event.warning() && !event.last().isBefore(since)
                && !event.reason().equals(UNPLACED)).findFirst();
    }

    /** Whether it went on after a warning: at first volumes are often not there yet. */
    public boolean overcome(PodEvent warning) {
        return all.stream().anyMatch(event -> BEYOND.contains(event.reason()) && event.last().isAfter(warning.last()));
    }
}
