package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * The start of a scheduled pod, as its kubelet reports it.
 *
 * @param runningInit the init container that runs; empty for none
 * @param similarObject      the object that was probably meant where one is not there that the pod names; empty for none
 */
public record PodStartupStatus(PodEventHistory events, Optional<RunningInitContainer> runningInit,
        Optional<ObjectRef> similarObject) {

    /** A kubelet tries again within minutes: what it warned of longer ago is over. */
    public static final Duration RECENT = Duration.ofMinutes(20);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodStartupStatus.class);
    private static final Pattern BEGINS = Pattern.compile("ContainerCreating|PodInitializing|Init:\\d+/\\d+");

    private static final Pattern MISSING = PodFailureMessagePatterns.pattern("<configmap-absent>|<secret-absent>");

    /** An init container that is running. */
    public record RunningInitContainer(String name, Instant since) {}

    /** Returns whether the status tells only that containers have not started. */
    public static boolean isStarting(PodSummary pod) {
        return BEGINS.matcher(pod.status()).matches();
    }

    /** Returns the init container that runs now and is no sidecar; empty for none. */
    public static Optional<RunningInitContainer> runningInitContainer(JsonNode pod) {
        return pod.at("/status/initContainerStatuses").valueStream()
                .filter(status -> status.at("/state/running").isObject() && !status.path("started").asBoolean())
                .flatMap(status -> ApiTimestampParser.parse(status.at("/state/running/startedAt")).stream()
                        .map(since -> new RunningInitContainer(status.path("name").asText(), since)))
                .findFirst();
    }

    /** Reads the start of a pod from the cluster; blocks. What was said of a pod that has begun is not asked for. */
    static PodStartupStatus read(ClusterObjectSource source, PodSchedulingSpec spec)
            throws ProblemException, InterruptedException {
        var pod = source.find(ObjectRef.pod(spec.namespace(), spec.name()));
        boolean begun = pod.filter(element -> !element.at("/status/phase").asText("Pending").equals("Pending"))
                .isPresent();
        var events = begun ? new PodEventHistory(List.of())
                : PodEventHistory.read(source, spec.namespace(), spec.uid());
        return new PodStartupStatus(events, pod.flatMap(PodStartupStatus::runningInitContainer),
                findSimilarObject(source, spec,
                        Stream.concat(events.events().stream().map(PodEventHistory.PodEvent::message),
                                pod.stream().flatMap(PodStartupStatus::waitingMessages))));
    }

    private static Stream<String> waitingMessages(JsonNode pod) {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(field -> pod.path("status").path(field).valueStream())
                .map(status -> status.at("/state/waiting/message").asText(""));
    }

    private static Optional<ObjectRef> findSimilarObject(ClusterObjectSource source, PodSchedulingSpec spec,
            Stream<String> said) throws ProblemException, InterruptedException {
        var missing = said.flatMap(each -> MISSING.matcher(each).results()).findFirst();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        var config = Optional.ofNullable(missing.get().group(1));
        var kind = config.isPresent() ? "ConfigMap" : "Secret";
        var resource = ObjectRef.usualResource(kind);
        var names = source.listNames(new ObjectRef("v1", kind, resource, spec.namespace(), ""));
        return SpellingSuggestionFinder.findMistyped(config.orElseGet(() -> missing.get().group(2)), names)
                .map(near -> new ObjectRef("v1", kind, resource, spec.namespace(), near));
    }

    /** Returns the remedy to use a similar name where an object is missing. */
    Optional<SchedulingRemedy> similarNameRemedy() {
        return similarObject
                .map(object -> new SchedulingRemedy(MESSAGES.text("remedy.similar-name", object.kind(), object.name()),
                        ShellWordQuoter.fillCommand("kubectl -n %s get %s", object.namespace(), object.resource()),
                        new SchedulingRemedyChange.ChangeResourceRequestAction()));
    }

    /**
     * Returns what the pod waits for; empty where nothing is known.
     *
     * @param now by the server's clock
     */
    String statusText(PodSummary pod, Instant now) {
        var warning = currentWarning(pod, now);
        if (warning.isPresent()) {
            return KubeletMessageExplainer.explain(warning.get().eventText(), pod)
                    .map(KubeletMessageExplainer.KubeletMessageExplanation::text)
                    .orElseGet(() -> ForeignTextSanitizer.withoutFullStop(warning.get().message()));
        }
        Optional<KubeletReason> progress = runningInit
                .map(container -> new KubeletReason.InitContainerRunning(container.name(),
                        Duration.between(container.since(), now)));
        return progress
                .or(() -> events.unfinishedPull().map(
                        pull -> new KubeletReason.ImagePulling(pull.imageName(), Duration.between(pull.last(), now))))
                .map(Reason::text).orElse("");
    }

    /** Returns the kubelet's warning where the text explains it in other words; empty otherwise. */
    String kubeletMessage(PodSummary pod, Instant now) {
        return currentWarning(pod, now)
                .filter(event -> KubeletMessageExplainer.explain(event.eventText(), pod).isPresent())
                .map(PodEventHistory.PodEvent::message).orElse("");
    }

    /** Returns the remedies; empty where none is known. */
    List<SchedulingRemedy> remedies(PodSummary pod, Instant now) {
        return currentWarning(pod, now).flatMap(event -> KubeletMessageExplainer.explain(event.eventText(), pod))
                .map(KubeletMessageExplainer.KubeletMessageExplanation::remedy).or(() -> initContainerRemedy(pod))
                .stream().toList();
    }

    private Optional<SchedulingRemedy> initContainerRemedy(PodSummary pod) {
        return runningInit
                .map(container -> new SchedulingRemedy(MESSAGES.text("remedy.init-container", container.name()),
                        ShellWordQuoter.fillCommand("tessera logs %s/%s -c %s --tail=50", pod.namespace(), pod.name(),
                                container.name()),
                        new SchedulingRemedyChange.WaitAction()));
    }

    private Optional<PodEventHistory.PodEvent> currentWarning(PodSummary pod, Instant now) {
        var begun = Stream.of(Optional.ofNullable(pod.started()), Optional.ofNullable(pod.created()))
                .flatMap(Optional::stream).findFirst().orElse(Instant.EPOCH);
        return events.newestWarning(begun)
                .filter(event -> event.last().isAfter(now.minus(RECENT)) && !events.hasRecovered(event));
    }
}
