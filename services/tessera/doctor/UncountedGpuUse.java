package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.Known.Sign;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.GpuUse;
import tessera.model.NodeDevices;
import tessera.model.PodFacts;
import tessera.model.PodPhase;

/** Pods to which GPUs of their node are open without a request, a claim or a fraction. */
final class UncountedGpuUse {

    private UncountedGpuUse() {}

    /** Finds running pods that see GPUs by a variable or by device files of the host; privileged ones are many, and not told. */
    static List<Sign> signs(Fleet fleet, Focus focus, Accelerators accelerators) {
        var signs = new ArrayList<Sign>();
        for (var node : fleet.nodes()) {
            for (var pod : node.info().pods()) {
                if (pod.phase() == PodPhase.RUNNING && focus.means(pod)) {
                    evidence(pod, node.info().devices(), accelerators).forEach(
                            evidence -> signs.add(new Sign("devices-uncounted", pod, List.of(evidence))));
                }
            }
        }
        return Sign.folded(signs);
    }

    private static List<String> evidence(PodFacts pod, NodeDevices open, Accelerators accelerators) {
        var devices = pod.devices();
        if (devices.visibleDevices().isEmpty() && devices.hostDevices().isEmpty()) {
            return List.of();
        }
        return GpuUse.of(pod, open, accelerators).stream()
                .flatMap(use -> use instanceof GpuUse.Uncounted(var evidence) ? List.of(evidence).stream()
                        : List.<String>of().stream())
                .toList();
    }
}
