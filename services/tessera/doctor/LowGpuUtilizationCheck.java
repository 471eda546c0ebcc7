package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.doctor.DiagnosisInput.IdleSharedDevice;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.doctor.GpuUtilizationHistory.MeanGpuUtilization;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.scheduling.ApiTimestampParser;
import tessera.scheduling.ClusterObjectSource;
import tessera.text.MessageCatalog;

/** Finds pods whose GPUs have little to do, and the most likely cause of their waiting. Waits for the cluster. */
final class LowGpuUtilizationCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LowGpuUtilizationCheck.class);

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
            var busy = utilization.text();
            return gpuCount() == 1 ? MESSAGES.text("utilization.device", parts.getFirst().profile(), busy)
                    : MESSAGES.text("utilization.devices", parts.getFirst().profile(), busy, gpuCount());
        }
    }

    List<PodSymptom> findSymptoms(GpuFleet fleet, DiagnosisScope focus) throws ProblemException, InterruptedException {
        var candidates = findCandidates(fleet).stream().filter(pod -> focus.includes(pod.pod())).toList();
        if (candidates.size() > MOST) {
            skipped.add(MESSAGES.text("limit.utilization", candidates.size() - MOST, MOST));
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
                    .filter(part -> part.shared() && part.crowded(node)).forEach(part -> {
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
            for (var part : MeasuredGpuDevice.fromReadings(node, fleet.readings().recentReadings(node.name())).stream()
                    .filter(part -> !part.shared()).toList()) {
                part.onlyUser(node).ifPresent(pod -> addPart(pod, alone, part));
            }
            alone.forEach((pod, parts) -> candidates.add(
                    new UnderusedPod(pod, node, parts, utilizationOf(node, parts, lookBack(fleet, pod.started())))));
        }
        candidates.removeIf(candidate -> candidate.utilization().share() >= LITTLE);
        candidates.sort(Comparator.comparing(UnderusedPod::isIdle)
                .thenComparing(UnderusedPod::gpuCount, Comparator.reverseOrder())
                .thenComparing(each -> each.pod().key()));
        return candidates;
    }

    private static void addPart(PodSummary pod, Map<PodSummary, List<MeasuredGpuDevice>> alone,
            MeasuredGpuDevice part) {
        alone.computeIfAbsent(pod, _ -> new ArrayList<>()).add(part);
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
        if (least.isZero()) {
            return MeanGpuUtilization
                    .momentary(parts.stream().mapToDouble(MeasuredGpuDevice::utilization).average().orElseThrow());
        }
        return new MeanGpuUtilization(spells.stream().mapToDouble(MeanGpuUtilization::share).average().orElseThrow(),
                least);
    }

    /** Returns the candidate since its containers run: before that a pod needs no GPU. */
    private UnderusedPod sinceRunning(GpuFleet fleet, UnderusedPod candidate, JsonNode pod) {
        return pod.at("/status/containerStatuses").valueStream()
                .flatMap(status -> ApiTimestampParser.parse(status.at("/state/running/startedAt")).stream())
                .max(Comparator.naturalOrder()).map(since -> new UnderusedPod(candidate.pod(), candidate.node(),
                        candidate.parts(), utilizationOf(candidate.node(), candidate.parts(), lookBack(fleet, since))))
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
        var measured = objects
                .find(new ObjectRef("metrics.k8s.io/v1beta1", "PodMetrics", "pods", pod.namespace(), pod.name()));
        var evidence = new ArrayList<>(List.of(candidate.utilizationText()));
        if (measured.isEmpty()) {
            evidence.add(MESSAGES.text("usage.none"));
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
                candidate, evidence);
    }

    /** Returns the symptom; empty for an idle pod, of which only the cause of its waiting is reported. */
    private static Optional<PodSymptom> symptomOf(String id, UnderusedPod candidate, List<String> evidence) {
        if (candidate.isIdle()) {
            return Optional.empty();
        }
        return Optional.of(new PodSymptom(id, candidate.pod(), evidence));
    }

    /**
     * A device with measurements of its own: a whole board, or a MIG instance of one.
     *
     * @param profile of a MIG instance; empty for a whole board
     * @param title   what names it on its node
     * @param utilization    the share of time in which it does something, 0 to 1
     * @param holders whom its exporter names
     * @param device  as it was read
     * @param instanceId  that of the instance; −1 for a whole board
     * @param shared  whether it is handed out to several pods at once, so that what it does is not told of any of them
     */
    private record MeasuredGpuDevice(String profile, String title, double utilization, List<ReportedDeviceUser> holders,
            DeviceReadings device, int instanceId, boolean shared) {

        private static final String MIG = "nvidia.com/mig-";
        private static final String REPLICAS = ".replicas";

        MeasuredGpuDevice {
            holders = List.copyOf(holders);
        }

        /** Returns the measured devices of a node. */
        static List<MeasuredGpuDevice> fromReadings(GpuNode node, @Nullable NodeReadings readings) {
            if (readings == null) {
                return List.of();
            }
            return readings.devices().stream()
                    .flatMap(device -> device.isPartitioned()
                            ? device.instances().stream().map(instance -> of(node, device, instance))
                            : Stream.of(of(node, device)))
                    .filter(part -> !Double.isNaN(part.utilization())).toList();
        }

        private static MeasuredGpuDevice of(GpuNode node, DeviceReadings device) {
            boolean shared = node.replicas() > 1 || !node.sharingStrategy().isEmpty() || device.holders().size() > 1;
            return new MeasuredGpuDevice("", device.deviceTitle(), device.values().get(DeviceMetric.UTILISATION),
                    device.holders(), device, -1, shared);
        }

        private static MeasuredGpuDevice of(GpuNode node, DeviceReadings device, MigInstanceReadings instance) {
            var holder = instance.holder();
            var label = node.info().nodeSummary().label(MIG + instance.profile().replace('+', '.') + REPLICAS);
            boolean shared = node.replicas() > 1 || label.matches("[2-9]|\\d{2,}");
            return new MeasuredGpuDevice(instance.profile(),
                    MESSAGES.text("instance.title", instance.profile(), instance.id(), device.deviceTitle()),
                    instance.values().get(DeviceMetric.UTILISATION), holder == null ? List.of() : List.of(holder),
                    device, instance.id(), shared);
        }

        /** Returns its utilization for as long as is remembered, or that of the last reading. */
        MeanGpuUtilization utilization(GpuNode node, GpuUtilizationHistory hour, Duration back) {
            return hour.utilizationOf(node.name(), device, instanceId, back)
                    .orElseGet(() -> MeanGpuUtilization.momentary(utilization));
        }

        /** Returns the one running pod that has it. */
        Optional<PodSummary> onlyUser(GpuNode node) {
            var users = usersOf(node);
            if (holders.size() == 1 && users.size() == 1) {
                return Optional.of(users.getFirst());
            }
            return Optional.empty();
        }

        private List<PodSummary> usersOf(GpuNode node) {
            return node.info().pods().stream().filter(this::isRunningHolder).toList();
        }

        private boolean isRunningHolder(PodSummary pod) {
            return pod.phase() == PodPhase.RUNNING && holders.stream().anyMatch(holder -> holder.matchesPod(pod));
        }

        /** Whether several running pods may share it: those that are named, or if one is at most, some of the node. */
        boolean crowded(GpuNode node) {
            return usersOf(node).size() > 1
                    || node.holders().stream().filter(pod -> pod.phase() == PodPhase.RUNNING).limit(2).count() > 1;
        }

        /** Returns the device for a finding: with the pods that the exporter names, and the node's other pods. */
        IdleSharedDevice toSharedDevice(GpuNode node, MeanGpuUtilization spell) {
            var named = usersOf(node);
            var others = node.holders().stream().filter(pod -> pod.phase() == PodPhase.RUNNING && !named.contains(pod))
                    .toList();
            var evidence = new ArrayList<String>();
            evidence.add(MESSAGES.text("utilization.shared", spell.text()));
            evidence.add(MESSAGES.text("shared.named", podKeys(named)));
            if (!others.isEmpty()) {
                evidence.add(MESSAGES.text("shared.others", podKeys(others)));
            }
            return new IdleSharedDevice(node.name(), title, evidence);
        }

        private static List<String> podKeys(List<PodSummary> pods) {
            return pods.stream().map(PodSummary::key).toList();
        }
    }
}
