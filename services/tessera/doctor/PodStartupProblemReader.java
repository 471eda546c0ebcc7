package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.PodEventHistory;
import tessera.scheduling.PodStartupStatus;
import tessera.text.DurationFormatter;
import tessera.text.MessageCatalog;

/** Reads from events why pods that have devices already, or are examined, do not start. Waits for the cluster. */
final class PodStartupProblemReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodStartupProblemReader.class);
    private static final int MOST = 20;
    /** Images of GPU programs have many gigabytes; it takes minutes to pull them. */
    private static final Duration LONG_PULL = Duration.ofMinutes(10);
    /** Models have many gigabytes as well. */
    private static final Duration LONG_INIT = Duration.ofMinutes(15);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Set<String> FAILING = Set.of("CreateContainerError", "RunContainerError", "StartError",
            "ContainerCannotRun", "CrashLoopBackOff");
    /** A container of whose start this is told has not begun to run. */
    private static final Set<String> UNBEGUN = Set.of("CreateContainerError", "RunContainerError", "StartError",
            "ContainerCannotRun", "FailedCreatePodSandBox", "FailedCreatePodContainer");

    private final ClusterObjectSource objects;
    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final Instant now;
    private final List<PodSymptom> signs = new ArrayList<>();
    private final Map<String, String> warned = new LinkedHashMap<>();

    PodStartupProblemReader(ClusterObjectSource objects, GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        this.objects = objects;
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.now = now;
    }

    /**
     * The symptoms and warnings of starting pods.
     *
     * @param warnings the newest warning about each pod that does not start, by its key
     */
    record PodStartupProblems(List<PodSymptom> symptoms, Map<String, String> warnings) {

        static final PodStartupProblems NOTHING = new PodStartupProblems(List.of(), Map.of());

        PodStartupProblems {
            symptoms = List.copyOf(symptoms);
            warnings = Map.copyOf(warnings);
        }
    }

    /** @param skipped takes what was not looked at, a sentence each */
    PodStartupProblems read(DiagnosisScope focus, List<String> skipped) throws ProblemException, InterruptedException {
        var seen = fleet.nodes().stream().filter(node -> !node.isLost())
                .flatMap(PodStartupProblemReader::resourceHolders);
        // Who asks for one pod does not want to wait until it is late.
        var asked = focus.boundPods(fleet.snapshot()).filter(PodSummary::holdsResources)
                .filter(pod -> fleet.node(pod.node()).filter(GpuNode::isLost).isEmpty());
        var late = Stream.of(seen, UnknownNodePodFinder.findHolders(fleet, accelerators), asked).flatMap(each -> each)
                .distinct().filter(focus::includes)
                .filter(pod -> isLate(pod) || (focus.pod().equals(pod.key()) && PodStartupStatus.isStarting(pod)))
                .toList();
        if (late.size() > MOST) {
            skipped.add(MESSAGES.text("limit.startup", late.size() - MOST, MOST));
        }
        for (var pod : late.stream().limit(MOST).toList()) {
            examinePod(pod);
        }
        return new PodStartupProblems(PodSymptom.groupSymptoms(signs), warned);
    }

    private static Stream<PodSummary> resourceHolders(GpuNode node) {
        return node.info().pods().stream()
                .filter(pod -> node.holders().contains(pod) || (pod.holdsResources() && !pod.claims().isEmpty()));
    }

    private boolean isLate(PodSummary pod) {
        return pod.deleting() == null && (FAILING.contains(pod.status())
                || (PodStartupStatus.isStarting(pod) && isOlderThan(startupBegan(pod), PATIENCE)));
    }

    /** Returns when the kubelet took the pod on, as far as that is known. */
    private Instant startupBegan(PodSummary pod) {
        var begun = pod.started() == null ? pod.created() : pod.started();
        return Objects.requireNonNullElse(begun, now);
    }

    private boolean isOlderThan(Instant since, Duration maximum) {
        return ageOf(since).compareTo(maximum) > 0;
    }

    private Duration ageOf(Instant since) {
        return fleet.snapshot().ageOf(since, now);
    }

    private void examinePod(PodSummary pod) throws ProblemException, InterruptedException {
        var events = PodEventHistory.read(objects, pod);
        var pull = events.unfinishedPull()
                .filter(event -> PodStartupStatus.isStarting(pod) && isOlderThan(event.last(), LONG_PULL));
        if (pull.isPresent()) {
            signs.add(new PodSymptom("image-slow", pod, List.of(MESSAGES.text("startup.pull", pull.get().eventText(),
                    DurationFormatter.durationText(ageOf(pull.get().last()))))));
            return;
        }
        var warning = events.newestWarning(startupBegan(pod))
                .filter(event -> !isOlderThan(event.last(), PodStartupStatus.RECENT)
                        && (isLate(pod) || !events.hasRecovered(event)));
        if (PodStartupStatus.isStarting(pod)) {
            warning.ifPresent(event -> warned.put(pod.key(), event.eventText()));
        }
        var whole = objects.find(ObjectRef.pod(pod.namespace(), pod.name()));
        if (PodStartupStatus.isStarting(pod) && warning.isEmpty()) {
            whole.flatMap(PodStartupStatus::runningInitContainer)
                    .filter(container -> isOlderThan(container.since(),
                            LONG_INIT))
                    .ifPresent(container -> signs.add(new PodSymptom("init-waits", pod,
                            List.of(MESSAGES.text("startup.init", container.name(),
                                    DurationFormatter.durationText(ageOf(container.since()))), pod.status()),
                            List.of(), container.name())));
        }
        if (whole.isPresent() && usesUserNamespace(whole.get())) {
            Stream.concat(containerReasons(whole.get()), warning.map(PodEventHistory.PodEvent::reason).stream())
                    .filter(UNBEGUN::contains).findFirst()
                    .ifPresent(each -> signs.add(new PodSymptom("user-namespaces", pod, List.of("spec.hostUsers: false",
                            warning.map(PodEventHistory.PodEvent::eventText).orElse(each)))));
        }
    }

    /** Returns whether the pod has user namespaces of its own ({@code hostUsers: false}). */
    private static boolean usesUserNamespace(JsonNode pod) {
        var users = pod.at("/spec/hostUsers");
        return users.isBoolean() && !users.asBoolean();
    }

    /** Returns the reasons of its waiting or terminated containers. */
    private static Stream<String> containerReasons(JsonNode pod) {
        return Stream.of("/status/initContainerStatuses", "/status/containerStatuses")
                .flatMap(kind -> pod.at(kind).valueStream()).flatMap(PodStartupProblemReader::stateReasons);
    }

    private static Stream<String> stateReasons(JsonNode status) {
        return Stream.of("/state/waiting", "/state/terminated", "/lastState/terminated")
                .map(state -> status.at(state + "/reason").asText());
    }
}
