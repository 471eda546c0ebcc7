package tessera.scheduling;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuTileFactory;
import tessera.gpu.health.NodeFault;
import tessera.model.PodSummary;
import tessera.text.Reason;

/** A note that critical signs speak against the GPUs of the node on which a pod failed: its program may not be to blame. */
record PodFailureFaultyGpuNote(GpuFleet fleet, Optional<PodSummary> pod) {

    /** GPUs of the pod's node with signs that speak against them. */
    record FaultyGpusNote(String node, List<String> signs) implements Reason {

        FaultyGpusNote {
            signs = List.copyOf(signs);
        }
    }

    /** Returns the note; empty where the pod did not fail on GPUs that signs speak against. */
    Optional<FaultyGpusNote> note() {
        var signs = pod.filter(PodSummary::hasFailed).map(this::signsFor).orElse(List.of());
        return signs.isEmpty() ? Optional.empty()
                : Optional.of(new FaultyGpusNote(pod.map(PodSummary::node).orElse(""), signs));
    }

    /** Returns the remedies with the examination of the node, which is the last of them, first where its GPUs are faulty. */
    List<SchedulingRemedy> orderRemedies(List<SchedulingRemedy> remedies) {
        return note().isEmpty() ? remedies : remedies.reversed();
    }

    private List<String> signsFor(PodSummary failed) {
        boolean uses = AcceleratorCatalog.standard().isRequestedBy(failed) || !failed.claims().isEmpty();
        return fleet.node(failed.node()).filter(_ -> uses).map(node -> timelySigns(node, failed)).orElse(List.of());
    }

    private List<String> timelySigns(GpuNode node, PodSummary failed) {
        return signsOf(node, failed).filter(text -> isInTime(text, node, failed)).toList();
    }

    /** Returns what is wrong with the GPUs that it holds; with any of the node where nobody tells which these are. */
    private Stream<String> signsOf(GpuNode node, PodSummary failed) {
        var readings = fleet.readings().readingsOf(node.name());
        var own = GpuDevice.devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), fleet.readings().at())
                .stream().filter(device -> device.index() >= 0 && !device.isInstance()
                        && device.knownHolders().stream().map(PodSummary::key).anyMatch(failed.key()::equals))
                .toList();
        if (own.isEmpty()) {
            return node.gpuFaultTexts().stream();
        }
        return own.stream().filter(device -> !device.faultText().isEmpty())
                .map(device -> "GPU %d: %s".formatted(device.index(), device.faultText()));
    }

    /** Returns whether no sign that a text tells is known to have come only after the pod had ended. */
    private static boolean isInTime(String text, GpuNode node, PodSummary failed) {
        var end = failed.endedAt();
        if (end == null) {
            return true;
        }
        var told = node.faults().stream()
                .filter(fault -> fault.level() == NodeFault.NodeFaultLevel.CRITICAL && text.contains(fault.label()))
                .toList();
        return told.isEmpty() || !told.stream().allMatch(fault -> isAfter(fault, end));
    }

    private static boolean isAfter(NodeFault fault, Instant end) {
        var since = fault.since();
        return since != null && since.isAfter(end);
    }
}
