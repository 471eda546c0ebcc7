package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.doctor.DiagnosisInput.IdleSharedDevice;
import tessera.doctor.GpuUtilizationHistory.MeanGpuUtilization;
import tessera.gpu.GpuNode;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MigInstanceReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * A device with measurements of its own: a whole board, or a MIG instance of one.
 *
 * @param kindText    what a pod has of it, such as {@code MIG instance 3g.40gb}
 * @param title   what names it on its node
 * @param utilization    the share of time in which it does something, 0 to 1
 * @param holders whom its exporter names
 * @param device  as it was read
 * @param instanceId  that of the instance; −1 for a whole board
 * @param shared  whether it is handed out to several pods at once, so that what it does is not told of any of them
 */
record MeasuredGpuDevice(String kindText, String title, double utilization, List<ReportedDeviceUser> holders,
        DeviceReadings device,
        int instanceId,
        boolean shared) {

    private static final String MIG = "nvidia.com/mig-";
    private static final String REPLICAS = ".replicas";

    MeasuredGpuDevice {
        holders = List.copyOf(holders);
    }

    /** Returns the measured devices of a node. */
    static List<MeasuredGpuDevice> fromReadings(GpuNode node, @Nullable NodeReadings readings) {
        return readings == null ? List.of()
                : readings.devices().stream().flatMap(device -> device.isPartitioned()
                        ? device.instances().stream().map(instance -> of(node, device, instance))
                        : Stream.of(of(node, device))).filter(part -> !Double.isNaN(part.utilization())).toList();
    }

    private static MeasuredGpuDevice of(GpuNode node, DeviceReadings device) {
        boolean shared = node.replicas() > 1 || !node.sharingStrategy().isEmpty() || device.holders().size() > 1;
        return new MeasuredGpuDevice("GPU", device.deviceTitle(), device.values().get(DeviceMetric.UTILISATION),
                device.holders(),
                device, -1,
                shared);
    }

    private static MeasuredGpuDevice of(GpuNode node, DeviceReadings device, MigInstanceReadings instance) {
        var holder = instance.holder();
        var label = node.info().nodeSummary().label(MIG + instance.profile().replace('+', '.') + REPLICAS);
        boolean shared = node.replicas() > 1 || label.matches("[2-9]|\\d{2,}");
        var subject = "MIG instance " + instance.profile();
        return new MeasuredGpuDevice(subject, "%s (%d) of %s".formatted(subject, instance.id(), device.deviceTitle()),
                instance.values().get(DeviceMetric.UTILISATION), holder == null ? List.of() : List.of(holder), device,
                instance.id(), shared);
    }

    /** Returns its utilization for as long as is remembered, or that of the last reading. */
    MeanGpuUtilization utilization(GpuNode node, GpuUtilizationHistory hour, Duration back) {
        return hour.utilizationOf(node.name(), device, instanceId, back)
                .orElseGet(() -> MeanGpuUtilization.momentary(utilization));
    }

    /** Returns the one running pod that has it. */
    Optional<PodSummary> onlyUser(GpuNode node) {
        var users = usersOf(node);
        return holders.size() == 1 && users.size() == 1 ? Optional.of(users.getFirst()) : Optional.empty();
    }

    private List<PodSummary> usersOf(GpuNode node) {
        return node.info().pods().stream().filter(pod -> pod.phase() == PodPhase.RUNNING
                && holders.stream().anyMatch(holder -> holder.matchesPod(pod))).toList();
    }

    /** Whether several running pods may share it: those that are named, or if one is at most, some of the node. */
    boolean crowded(GpuNode node) {
        return usersOf(node).size() > 1 || node.holders().stream()
                .filter(pod -> pod.phase() == PodPhase.RUNNING).limit(2).count() > 1;
    }

    /** Returns the device for a finding: with the pods that the exporter names, and the node's other pods. */
    IdleSharedDevice toSharedDevice(GpuNode node, MeanGpuUtilization spell) {
        var named = usersOf(node);
        var others = node.holders().stream().filter(pod -> pod.phase() == PodPhase.RUNNING && !named.contains(pod))
                .toList();
        var evidence = new ArrayList<String>();
        evidence.add("it %s, all of its pods together%s".formatted(spell.utilizationText(false), spell.cautionText()));
        evidence.add(named.isEmpty() ? "the exporter names none of its pods" : "it is held by " + podsText(named));
        if (!others.isEmpty()) {
            evidence.add("of the node’s devices, but of which is not told: " + podsText(others));
        }
        return new IdleSharedDevice(node.name(), title, evidence);
    }

    private static String podsText(List<PodSummary> pods) {
        return String.join(", ", pods.stream().map(PodSummary::key).toList());
    }
}
