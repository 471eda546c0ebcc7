package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.doctor.DiagnosisInput.SharedDevice;
import tessera.doctor.LastHour.Spell;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.scheduling.EventQueries;
import tessera.scheduling.ObjectSource;

/** Looks for pods whose GPUs have little to do, and for what most likely keeps these waiting. Waits for the cluster. */
final class LowUtilization {

    /** Training that keeps its GPUs less busy than that waits for something. */
    private static final double LITTLE = 0.30;
    /** Below that nobody uses them, which is told of the devices. */
    private static final double NOTHING = 0.05;
    private static final int MOST = 20;

    private final ObjectSource objects;
    private final List<String> skipped;
    private final LastHour hour;
    private final Instant now;

    /**
     * One that has found nothing yet.
     *
     * @param skipped takes what was not looked at, a sentence each
     * @param hour    what was measured before
     */
    LowUtilization(ObjectSource objects, List<String> skipped, LastHour hour, Instant now) {
        this.objects = objects;
        this.skipped = skipped;
        this.hour = hour;
        this.now = now;
    }

    /**
     * A pod whose GPUs have little to do.
     *
     * @param parts what it has for itself and is measured; at least one
     * @param spell how busy these are, the mean of all
     */
    private record UnderusedPod(PodFacts pod, GpuNode node, List<MeasuredDevice> parts, Spell spell) {

        boolean idle() {
            return spell.share() < NOTHING;
        }

        int gpus() {
            return parts.size();
        }

        String words() {
            var what = parts.getFirst().what();
            return (gpus() == 1 ? "its %s %s".formatted(what, spell.words(false))
                    : "its %ss %s, the mean of %d".formatted(what.replaceFirst("(instance) .*", "$1"),
                            spell.words(true), gpus()))
                    + spell.caution();
        }
    }

    List<PodSymptom> of(GpuFleet fleet, ExaminationScope focus) throws Failure, InterruptedException {
        var candidates = candidates(fleet).stream().filter(each -> focus.means(each.pod())).toList();
        if (candidates.size() > MOST) {
            skipped.add(
                    "Why the GPUs of %s are little used: only %d were judged, those that do nothing at all last"
                            .formatted(Plurals.of(candidates.size() - MOST, "further pod"), MOST));
        }
        var found = new ArrayList<PodSymptom>();
        for (var each : candidates.stream().limit(MOST).toList()) {
            judged(fleet, each).ifPresent(found::add);
        }
        return PodSymptom.folded(found);
    }

    /** Boards and instances that several pods share and that have little to do. */
    List<SharedDevice> boards(GpuFleet fleet) {
        var boards = new ArrayList<SharedDevice>();
        for (var node : fleet.nodes()) {
            MeasuredDevice.of(node, fleet.readings().recent(node.name())).stream()
                    .filter(part -> part.shared() && part.crowded(node))
                    .forEach(part -> {
                        var spell = part.spell(node, hour, LastHour.LENGTH);
                        if (spell.share() >= NOTHING && spell.share() < LITTLE) {
                            boards.add(part.board(node, spell));
                        }
                    });
        }
        return boards;
    }

    /** Running pods whose devices have little to do, where each of these is told of one pod alone. */
    private List<UnderusedPod> candidates(GpuFleet fleet) {
        var candidates = new ArrayList<UnderusedPod>();
        for (var node : fleet.nodes()) {
            var alone = new LinkedHashMap<PodFacts, List<MeasuredDevice>>();
            MeasuredDevice.of(node, fleet.readings().recent(node.name())).stream().filter(part -> !part.shared())
                    .forEach(part -> part.user(node)
                            .ifPresent(pod -> alone.computeIfAbsent(pod, _ -> new ArrayList<>()).add(part)));
            alone.forEach((pod, parts) -> candidates.add(new UnderusedPod(pod, node, parts,
                    spell(node, parts, back(fleet, pod.started())))));
        }
        candidates.removeIf(candidate -> candidate.spell().share() >= LITTLE);
        candidates.sort(Comparator.comparing(UnderusedPod::idle)
                .thenComparing(UnderusedPod::gpus, Comparator.reverseOrder()).thenComparing(each -> each.pod().key()));
        return candidates;
    }

    /** Before it began, somebody else may have had them. */
    private Duration back(GpuFleet fleet, @Nullable Instant begun) {
        var age = begun == null ? LastHour.LENGTH : fleet.snapshot().age(begun, now);
        return age.compareTo(LastHour.LENGTH) < 0 ? age : LastHour.LENGTH;
    }

    /** Of several what is remembered of each, or what all of them do now. */
    private Spell spell(GpuNode node, List<MeasuredDevice> parts, Duration back) {
        var spells = parts.stream().map(part -> part.spell(node, hour, back)).toList();
        var least = spells.stream().map(Spell::over).min(Comparator.naturalOrder()).orElseThrow();
        return least.isZero()
                ? Spell.momentary(parts.stream().mapToDouble(MeasuredDevice::busy).average().orElseThrow())
                : new Spell(spells.stream().mapToDouble(Spell::share).average().orElseThrow(), least);
    }

    /** The same since its containers run: what a pod does before needs no GPU. */
    private UnderusedPod working(GpuFleet fleet, UnderusedPod candidate, JsonNode pod) {
        return pod.at("/status/containerStatuses").valueStream()
                .flatMap(status -> EventQueries.time(status.at("/state/running/startedAt")).stream())
                .max(Comparator.naturalOrder())
                .map(since -> new UnderusedPod(candidate.pod(), candidate.node(), candidate.parts(),
                        spell(candidate.node(), candidate.parts(), back(fleet, since))))
                .orElse(candidate);
    }

    private Optional<PodSymptom> judged(GpuFleet fleet, UnderusedPod seen) throws Failure, InterruptedException {
        var pod = seen.pod();
        var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var candidate = working(fleet, seen, whole.get());
        if (candidate.spell().share() >= LITTLE) {
            return Optional.empty();
        }
        var measured = objects.object(new ObjectRef("metrics.k8s.io/v1beta1", "PodMetrics", "pods", pod.namespace(),
                pod.name()));
        var evidence = new ArrayList<>(List.of(candidate.words()));
        if (measured.isEmpty()) {
            evidence.add("what it uses of processors and memory is not known: the cluster has no metrics of it");
            return told("low-utilisation", candidate, evidence);
        }
        var processors = PodUsage.of(whole.get(), measured.get(), PodUsage.UsageKind.PROCESSORS);
        var memory = PodUsage.of(whole.get(), measured.get(), PodUsage.UsageKind.MEMORY);
        evidence.add(processors.words());
        evidence.add(memory.words());
        if (processors.full()) {
            var id = candidate.idle() ? "low-utilisation-none" : "low-utilisation-cpu";
            return Optional.of(new PodSymptom(id, pod, evidence));
        }
        if (memory.full()) {
            return Optional.of(new PodSymptom("low-utilisation-memory", pod, evidence));
        }
        return told(processors.known() && memory.known() ? "low-utilisation-data" : "low-utilisation", candidate,
                evidence);
    }

    /** Of those that are idle only what holds them up is told. */
    private static Optional<PodSymptom> told(String id, UnderusedPod candidate, List<String> evidence) {
        return candidate.idle() ? Optional.empty() : Optional.of(new PodSymptom(id, candidate.pod(), evidence));
    }
}
