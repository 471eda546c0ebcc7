package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.DurationText;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.PodEvents;
import tessera.scheduling.PodStartup;

/** Reads what keeps pods from starting that have devices already, or are asked for, as their events tell. Waits for the cluster. */
final class PodStartupReader {

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

    private final ObjectSource objects;
    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final Instant now;
    private final List<PodSymptom> signs = new ArrayList<>();
    private final Map<String, String> warned = new LinkedHashMap<>();

    PodStartupReader(ObjectSource objects, GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        this.objects = objects;
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.now = now;
    }

    /**
     * What was read.
     *
     * @param warned the newest warning about each pod that does not start, by its key
     */
    record StartupReading(List<PodSymptom> signs, Map<String, String> warned) {

        static final StartupReading NOTHING = new StartupReading(List.of(), Map.of());

        StartupReading {
            signs = List.copyOf(signs);
            warned = Map.copyOf(warned);
        }
    }

    /** @param skipped takes what was not looked at, a sentence each */
    StartupReading read(ExaminationScope focus, List<String> skipped) throws Failure, InterruptedException {
        var seen = fleet.nodes().stream().filter(node -> !node.lost())
                .flatMap(node -> node.info().pods().stream().filter(pod -> node.holders().contains(pod)
                        || (pod.holdsResources() && !pod.claims().isEmpty())));
        // Who asks for one pod does not want to wait until it is late.
        var asked = focus.bound(fleet.snapshot()).filter(PodFacts::holdsResources)
                .filter(pod -> fleet.node(pod.node()).filter(GpuNode::lost).isEmpty());
        var late = Stream.of(seen, PodsOnUnknownNodes.holders(fleet, accelerators), asked).flatMap(each -> each)
                .distinct()
                .filter(focus::means)
                .filter(pod -> late(pod) || (focus.pod().equals(pod.key()) && PodStartup.begins(pod)))
                .toList();
        if (late.size() > MOST) {
            int rest = late.size() - MOST;
            skipped.add("Why %s %s not start: only %d were judged".formatted(Plurals.of(rest, "further pod"),
                    rest == 1 ? "does" : "do", MOST));
        }
        for (var pod : late.stream().limit(MOST).toList()) {
            judge(pod);
        }
        return new StartupReading(PodSymptom.folded(signs), warned);
    }

    private boolean late(PodFacts pod) {
        return pod.deleting() == null && (FAILING.contains(pod.status())
                || (PodStartup.begins(pod) && past(begun(pod), PATIENCE)));
    }

    /** When the kubelet took it on, as far as anybody says. */
    private Instant begun(PodFacts pod) {
        var begun = pod.started() == null ? pod.created() : pod.started();
        return begun == null ? now : begun;
    }

    private boolean past(Instant since, Duration most) {
        return age(since).compareTo(most) > 0;
    }

    private Duration age(Instant since) {
        return fleet.snapshot().age(since, now);
    }

    private void judge(PodFacts pod) throws Failure, InterruptedException {
        var events = PodEvents.read(objects, pod);
        var pull = events.pulling().filter(each -> PodStartup.begins(pod) && past(each.last(), LONG_PULL));
        if (pull.isPresent()) {
            signs.add(new PodSymptom("image-slow", pod, List.of("%s, noted %s ago, and no end of it since"
                    .formatted(pull.get().words(), DurationText.words(age(pull.get().last()))))));
            return;
        }
        var warning = events.warning(begun(pod)).filter(each -> !past(each.last(), PodStartup.RECENT)
                && (late(pod) || !events.overcome(each)));
        if (PodStartup.begins(pod)) {
            warning.ifPresent(each -> warned.put(pod.key(), each.words()));
        }
        var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
        if (PodStartup.begins(pod) && warning.isEmpty()) {
            whole.flatMap(PodStartup::preparing).filter(each -> past(each.since(), LONG_INIT))
                    .ifPresent(each -> signs.add(new PodSymptom("init-waits", pod, List.of(
                            "its init container %s has run for %s".formatted(each.name(),
                                    DurationText.words(age(each.since()))),
                            pod.status()), List.of(), each.name())));
        }
        if (whole.isPresent() && apart(whole.get())) {
            Stream.concat(states(whole.get()), warning.map(PodEvents.PodEvent::reason).stream())
                    .filter(UNBEGUN::contains)
                    .findFirst().ifPresent(each -> signs.add(new PodSymptom("user-namespaces", pod,
                            List.of("spec.hostUsers: false", warning.map(PodEvents.PodEvent::words).orElse(each)))));
        }
    }

    /** Whether its users are not the host's. */
    private static boolean apart(JsonNode pod) {
        var users = pod.at("/spec/hostUsers");
        return users.isBoolean() && !users.asBoolean();
    }

    /** Why its containers wait, or ended. */
    private static Stream<String> states(JsonNode pod) {
        return Stream.of("/status/initContainerStatuses", "/status/containerStatuses")
                .flatMap(kind -> pod.at(kind).valueStream())
                .flatMap(status -> Stream.of("/state/waiting", "/state/terminated", "/lastState/terminated")
                        .map(state -> status.at(state + "/reason").asText()));
    }
}
