package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.doctor.DiagnosisInput.SharedDevice;
import tessera.doctor.LastHour.Spell;
import tessera.insight.GpuNode;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedHolder;

/**
 * What is measured by itself: a whole board, or a MIG instance of one.
 *
 * @param what    what a pod has of it, such as {@code MIG instance 3g.40gb}
 * @param title   what names it on its node
 * @param busy    the share of time in which it does something, 0 to 1
 * @param holders whom its exporter names
 * @param device  as it was read
 * @param number  that of the instance; −1 for a whole board
 * @param shared  whether it is handed out to several pods at once, so that what it does is not told of any of them
 */
record MeasuredDevice(String what, String title, double busy, List<ReportedHolder> holders, DeviceReadings device,
        int number,
        boolean shared) {

    private static final String MIG = "nvidia.com/mig-";
    private static final String REPLICAS = ".replicas";

    MeasuredDevice {
        holders = List.copyOf(holders);
    }

    /** All of a node of which that was read. */
    static List<MeasuredDevice> of(GpuNode node, @Nullable NodeReadings readings) {
        return readings == null ? List.of()
                : readings.devices().stream().flatMap(device -> device.cut()
                        ? device.instances().stream().map(instance -> of(node, device, instance))
                        : Stream.of(of(node, device))).filter(part -> !Double.isNaN(part.busy())).toList();
    }

    private static MeasuredDevice of(GpuNode node, DeviceReadings device) {
        boolean shared = node.replicas() > 1 || !node.sharing().isEmpty() || device.holders().size() > 1;
        return new MeasuredDevice("GPU", device.title(), device.values().get(Metric.UTILISATION), device.holders(),
                device, -1,
                shared);
    }

    private static MeasuredDevice of(GpuNode node, DeviceReadings device, InstanceReadings instance) {
        var holder = instance.holder();
        var label = node.info().facts().label(MIG + instance.profile().replace('+', '.') + REPLICAS);
        boolean shared = node.replicas() > 1 || label.matches("[2-9]|\\d{2,}");
        var what = "MIG instance " + instance.profile();
        return new MeasuredDevice(what, "%s (%d) of %s".formatted(what, instance.id(), device.title()),
                instance.values().get(Metric.UTILISATION), holder == null ? List.of() : List.of(holder), device,
                instance.id(), shared);
    }

    /** How busy it was for as long as is remembered, or is now. */
    Spell spell(GpuNode node, LastHour hour, Duration back) {
        return hour.busy(node.name(), device, number, back).orElseGet(() -> Spell.momentary(busy));
    }

    /** The one running pod that has it. */
    Optional<PodFacts> user(GpuNode node) {
        var users = users(node);
        return holders.size() == 1 && users.size() == 1 ? Optional.of(users.getFirst()) : Optional.empty();
    }

    private List<PodFacts> users(GpuNode node) {
        return node.info().pods().stream().filter(pod -> pod.phase() == PodPhase.RUNNING
                && holders.stream().anyMatch(holder -> holder.means(pod))).toList();
    }

    /** Whether several running pods may share it: those that are named, or if one is at most, some of the node. */
    boolean crowded(GpuNode node) {
        return users(node).size() > 1 || node.holders().stream()
                .filter(pod -> pod.phase() == PodPhase.RUNNING).limit(2).count() > 1;
    }

    /** The same as a finding: with those that are named, and those of the node of whom it is not told what they share. */
    SharedDevice board(GpuNode node, Spell spell) {
        var named = users(node);
        var others = node.holders().stream().filter(pod -> pod.phase() == PodPhase.RUNNING && !named.contains(pod))
                .toList();
        var evidence = new ArrayList<String>();
        evidence.add("it %s, all of its pods together%s".formatted(spell.words(false), spell.caution()));
        evidence.add(named.isEmpty() ? "the exporter names none of its pods" : "it is held by " + words(named));
        if (!others.isEmpty()) {
            evidence.add("of the node’s devices, but of which is not told: " + words(others));
        }
        return new SharedDevice(node.name(), title, evidence);
    }

    private static String words(List<PodFacts> pods) {
        return String.join(", ", pods.stream().map(PodFacts::key).toList());
    }
}
