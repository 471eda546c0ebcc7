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
import tessera.doctor.DiagnosisInput.IdleSharedDevice;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.doctor.GpuUtilizationHistory.MeanGpuUtilization;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.CountedNounFormatter;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ApiTimestampParser;
import tessera.scheduling.ClusterObjectSource;

/** Finds pods whose GPUs have little to do, and the most likely cause of their waiting. Waits for the cluster. */
final class LowGpuUtilizationCheck {

    /** Training that keeps its GPUs less busy than that waits for something. */
    private static final double LITTLE = 0.30;
    /** Below that nobody uses them, which is told of the devices. */
    private static final double NOTHING = 0.05;
    private static final int MOST = 20;

    private final ClusterObjectSource objects;
    private final List<String> skipped;
    private final GpuUtilizationHistory hour;
    private final Instant now;

    /**
     * One that has found nothing yet.
     *
     * @param skipped takes what was not looked at, a sentence each
     * @param hour    what was measured before
     */
    LowGpuUtilizationCheck(ClusterObjectSource objects, List<String> skipped, GpuUtilizationHistory hour, Instant now) {
        this.objects = objects;
        this.skipped = skipped;
        this.hour = hour;
        this.now = now;
    }

    /**
     * A pod whose GPUs have little to do.
     *
     * @param parts what it has for itself and is measured; at least one
     * @param utilization how busy these are, the mean of all
     */
    private record UnderusedPod(PodSummary pod, GpuNode node, List<MeasuredGpuDevice> parts,
            MeanGpuUtilization utilization) {

        boolean isIdle() {
            return utilization.share() < NOTHING;
        }

        int gpuCount() {
            return parts.size();
        }

        String utilizationText() {
            var subject = parts.getFirst().kindText();
            return (gpuCount() == 1 ? "its %s %s".formatted(subject, utilization.utilizationText(false))
                    : "its %ss %s, the mean of %d".formatted(subject.replaceFirst("(instance) .*", "$1"),
                            utilization.utilizationText(true), gpuCount()))
                    + utilization.cautionText();
        }
    }

    List<PodSymptom> findSymptoms(GpuFleet fleet, DiagnosisScope focus) throws ProblemException, InterruptedException {
        var candidates = findCandidates(fleet).stream().filter(pod -> focus.includes(pod.pod())).toList();
        if (candidates.size() > MOST) {
            skipped.add(
                    "Why the GPUs of %s are little used: only %d were judged, those that do nothing at all last"
                            .formatted(CountedNounFormatter.countText(candidates.size() - MOST, "further pod"), MOST));
        }
        var found = new ArrayList<PodSymptom>();
        for (var pod : candidates.stream().limit(MOST).toList()) {
            findSymptom(fleet, pod).ifPresent(found::add);
        }
        return PodSymptom.groupSymptoms(found);
    }

    /** Returns the boards and instances that several pods share and that have little to do. */
    List<IdleSharedDevice> underusedShared(GpuFleet fleet) {
        var boards = new ArrayList<IdleSharedDevice>();
        for (var node : fleet.nodes()) {
            MeasuredGpuDevice.fromReadings(node, fleet.readings().recentReadings(node.name())).stream()
                    .filter(part -> part.shared() && part.crowded(node))
                    .forEach(part -> {
                        var spell = part.utilization(node, hour, GpuUtilizationHistory.LENGTH);
                        if (spell.share() >= NOTHING && spell.share() < LITTLE) {
                            boards.add(part.toSharedDevice(node, spell));
                        }
                    });
        }
        return boards;
    }

    /** Returns the running pods whose devices have little to do, where each device is held by one pod alone. */
    private List<UnderusedPod> findCandidates(GpuFleet fleet) {
        var candidates = new ArrayList<UnderusedPod>();
        for (var node : fleet.nodes()) {
            var alone = new LinkedHashMap<PodSummary, List<MeasuredGpuDevice>>();
            MeasuredGpuDevice.fromReadings(node, fleet.readings().recentReadings(node.name())).stream()
                    .filter(part -> !part.shared())
                    .forEach(part -> part.onlyUser(node)
                            .ifPresent(pod -> alone.computeIfAbsent(pod, _ -> new ArrayList<>()).add(part)));
            alone.forEach((pod, parts) -> candidates.add(new UnderusedPod(pod, node, parts,
                    utilizationOf(node, parts, lookBack(fleet, pod.started())))));
        }
        candidates.removeIf(candidate -> candidate.utilization().share() >= LITTLE);
        candidates.sort(Comparator.comparing(UnderusedPod::isIdle)
                .thenComparing(UnderusedPod::gpuCount, Comparator.reverseOrder())
                .thenComparing(each -> each.pod().key()));
        return candidates;
    }

    /** Returns the time to look back; before the pod began, somebody else may have had its devices. */
    private Duration lookBack(GpuFleet fleet, @Nullable Instant begun) {
        var age = begun == null ? GpuUtilizationHistory.LENGTH : fleet.snapshot().ageOf(begun, now);
        return age.compareTo(GpuUtilizationHistory.LENGTH) < 0 ? age : GpuUtilizationHistory.LENGTH;
    }

    /** Returns the utilization of several devices over the time remembered of each, or by the last readings. */
    private MeanGpuUtilization utilizationOf(GpuNode node, List<MeasuredGpuDevice> parts, Duration back) {
        var spells = parts.stream().map(part -> part.utilization(node, hour, back)).toList();
        var least = spells.stream().map(MeanGpuUtilization::duration).min(Comparator.naturalOrder()).orElseThrow();
        return least.isZero()
                ? MeanGpuUtilization
                        .momentary(parts.stream().mapToDouble(MeasuredGpuDevice::utilization).average().orElseThrow())
                : new MeanGpuUtilization(spells.stream().mapToDouble(MeanGpuUtilization::share).average().orElseThrow(),
                        least);
    }

    /** Returns the candidate since its containers run: before that a pod needs no GPU. */
    private UnderusedPod sinceRunning(GpuFleet fleet, UnderusedPod candidate, JsonNode pod) {
        return pod.at("/status/containerStatuses").valueStream()
                .flatMap(status -> ApiTimestampParser.parse(status.at("/state/running/startedAt")).stream())
                .max(Comparator.naturalOrder())
                .map(since -> new UnderusedPod(candidate.pod(), candidate.node(), candidate.parts(),
                        utilizationOf(candidate.node(), candidate.parts(), lookBack(fleet, since))))
                .orElse(candidate);
    }

    private Optional<PodSymptom> findSymptom(GpuFleet fleet, UnderusedPod underusedPod)
            throws ProblemException, InterruptedException {
        var pod = underusedPod.pod();
        var whole = objects.find(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var candidate = sinceRunning(fleet, underusedPod, whole.get());
        if (candidate.utilization().share() >= LITTLE) {
            return Optional.empty();
        }
        var measured = objects.find(new ObjectRef("metrics.k8s.io/v1beta1", "PodMetrics", "pods", pod.namespace(),
                pod.name()));
        var evidence = new ArrayList<>(List.of(candidate.utilizationText()));
        if (measured.isEmpty()) {
            evidence.add("what it uses of processors and memory is not known: the cluster has no metrics of it");
            return symptomOf("low-utilisation", candidate, evidence);
        }
        var processors = PodResourceUsage.of(whole.get(), measured.get(), PodResourceUsage.CpuOrMemoryKind.PROCESSORS);
        var usage = PodResourceUsage.of(whole.get(), measured.get(), PodResourceUsage.CpuOrMemoryKind.MEMORY);
        evidence.add(processors.text());
        evidence.add(usage.text());
        if (processors.atLimit()) {
            var id = candidate.isIdle() ? "low-utilisation-none" : "low-utilisation-cpu";
            return Optional.of(new PodSymptom(id, pod, evidence));
        }
        if (usage.atLimit()) {
            return Optional.of(new PodSymptom("low-utilisation-memory", pod, evidence));
        }
        return symptomOf(processors.isKnown() && usage.isKnown() ? "low-utilisation-data" : "low-utilisation",
                candidate,
                evidence);
    }

    /** Returns the symptom; empty for an idle pod, of which only the cause of its waiting is reported. */
    private static Optional<PodSymptom> symptomOf(String id, UnderusedPod candidate, List<String> evidence) {
        return candidate.isIdle() ? Optional.empty() : Optional.of(new PodSymptom(id, candidate.pod(), evidence));
    }
}
