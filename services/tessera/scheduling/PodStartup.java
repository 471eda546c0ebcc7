package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.DurationText;
import tessera.model.ErrorPatterns;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.SentenceText;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * How it stands with the start of a pod that has a node, as its kubelet tells.
 *
 * @param preparing the init container that runs; empty for none
 * @param near      the object that was probably meant where one is not there that the pod names; empty for none
 */
public record PodStartup(PodEvents events, Optional<InitializingContainer> preparing, Optional<ObjectRef> near) {

    /** A kubelet tries again within minutes: what it warned of longer ago is over. */
    public static final Duration RECENT = Duration.ofMinutes(20);

    private static final Pattern BEGINS = Pattern.compile("ContainerCreating|PodInitializing|Init:\\d+/\\d+");

    private static final Pattern MISSING = ErrorPatterns.pattern("<configmap-absent>|<secret-absent>");

    /** An init container that runs. */
    public record InitializingContainer(String name, Instant since) {}

    /** Whether nothing is told of a pod but that its containers have not begun. */
    public static boolean begins(PodFacts pod) {
        return BEGINS.matcher(pod.status()).matches();
    }

    /** The init container of a pod that runs, and is not to run on beside the others; empty for none. */
    public static Optional<InitializingContainer> preparing(JsonNode pod) {
        return pod.at("/status/initContainerStatuses").valueStream()
                .filter(status -> status.at("/state/running").isObject() && !status.path("started").asBoolean())
                .flatMap(status -> EventQueries.time(status.at("/state/running/startedAt")).stream()
                        .map(since -> new InitializingContainer(status.path("name").asText(), since)))
                .findFirst();
    }

    /** Reads it; waits for the cluster. What was said of a pod that has begun is not asked for. */
    static PodStartup read(ObjectSource source, PodSchedulingSpec wish) throws Failure, InterruptedException {
        var pod = source.object(ObjectRef.pod(wish.namespace(), wish.name()));
        boolean begun = pod.filter(each -> !each.at("/status/phase").asText("Pending").equals("Pending")).isPresent();
        var events = begun ? new PodEvents(List.of()) : PodEvents.read(source, wish.namespace(), wish.uid());
        return new PodStartup(events, pod.flatMap(PodStartup::preparing), near(source, wish, Stream.concat(
                events.all().stream().map(PodEvents.PodEvent::message), pod.stream().flatMap(PodStartup::waiting))));
    }

    private static Stream<String> waiting(JsonNode pod) {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(field -> pod.path("status").path(field).valueStream())
                .map(status -> status.at("/state/waiting/message").asText(""));
    }

    private static Optional<ObjectRef> near(ObjectSource source, PodSchedulingSpec wish, Stream<String> said)
            throws Failure, InterruptedException {
        var missing = said.flatMap(each -> MISSING.matcher(each).results()).findFirst();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        var config = Optional.ofNullable(missing.get().group(1));
        var kind = config.isPresent() ? "ConfigMap" : "Secret";
        var resource = kind.toLowerCase(Locale.ROOT) + "s";
        var names = source.names(new ObjectRef("v1", kind, resource, wish.namespace(), ""));
        return SpellingSuggestions.mistyped(config.orElseGet(() -> missing.get().group(2)), names)
                .map(near -> new ObjectRef("v1", kind, resource, wish.namespace(), near));
    }

    /** To name what was probably meant, where something is missing. */
    Optional<RemedySuggestion> instead() {
        return near.map(each -> new RemedySuggestion(
                "Have the pod name the %s %s, if that was meant".formatted(each.kind(), each.name()),
                "kubectl -n %s get %s"
                        .formatted(each.namespace(), each.resource()),
                new PodRemedy.ChangeRequest()));
    }

    /**
     * What follows the state that it is in; empty where nothing is told.
     *
     * @param now by the server's clock
     */
    String words(PodFacts pod, Instant now) {
        var warning = warning(pod, now);
        if (warning.isPresent()) {
            return ": " + KubeletMessages.of(warning.get().words(), pod).map(KubeletMessages.KubeletMessage::words)
                    .orElseGet(() -> SentenceText.bare(warning.get().message()));
        }
        return preparing.map(each -> ": its init container %s has run for %s".formatted(each.name(),
                DurationText.words(Duration.between(each.since(), now))))
                .or(() -> events.pulling().map(pull -> ": the image %s is being pulled, which began %s ago".formatted(
                        pull.image(), DurationText.words(Duration.between(pull.last(), now)))))
                .orElse("");
    }

    /** What its kubelet warns of, where it is told in other words; empty where not. */
    String said(PodFacts pod, Instant now) {
        return warning(pod, now).filter(told -> KubeletMessages.of(told.words(), pod).isPresent())
                .map(PodEvents.PodEvent::message).orElse("");
    }

    /** What would help; nothing where that is not known. */
    List<RemedySuggestion> advice(PodFacts pod, Instant now) {
        return warning(pod, now).flatMap(told -> KubeletMessages.of(told.words(), pod))
                .map(KubeletMessages.KubeletMessage::suggestion)
                .or(() -> preparing.map(each -> new RemedySuggestion(
                        "See what the init container %s waits for".formatted(each.name()),
                        "tessera logs %s/%s -c %s --tail=50".formatted(pod.namespace(), pod.name(), each.name()),
                        new PodRemedy.WaitOnly())))
                .stream().toList();
    }

    private Optional<PodEvents.PodEvent> warning(PodFacts pod, Instant now) {
        var begun = Stream.of(Optional.ofNullable(pod.started()), Optional.ofNullable(pod.created()))
                .flatMap(Optional::stream).findFirst().orElse(Instant.EPOCH);
        return events.warning(begun)
                .filter(each -> each.last().isAfter(now.minus(RECENT)) && !events.overcome(each));
    }
}
