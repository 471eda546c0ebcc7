package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.DiagnosisInput.PodSymptom;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.PodGpuUse;
import tessera.model.NodeDraDevices;
import tessera.model.PodPhase;
import tessera.model.PodSummary;

/** The pods that can access GPUs of their node without a request, a claim or a fraction. */
final class UnrequestedGpuAccessFinder {

    private UnrequestedGpuAccessFinder() {}

    /** Returns running pods that see GPUs by a variable or by device files of the host, except privileged ones, which are many. */
    static List<PodSymptom> findSymptoms(GpuFleet fleet, DiagnosisScope focus, AcceleratorCatalog accelerators) {
        var signs = new ArrayList<PodSymptom>();
        for (var node : fleet.nodes()) {
            for (var pod : node.info().pods()) {
                if (pod.phase() == PodPhase.RUNNING && focus.includes(pod)) {
                    evidenceOf(pod, node.info().devices(), accelerators).forEach(
                            evidence -> signs.add(new PodSymptom("devices-uncounted", pod, List.of(evidence))));
                }
            }
        }
        return PodSymptom.groupSymptoms(signs);
    }

    private static List<String> evidenceOf(PodSummary pod, NodeDraDevices open, AcceleratorCatalog accelerators) {
        var devices = pod.devices();
        if (devices.visibleDevices().isEmpty() && devices.hostDevices().isEmpty()) {
            return List.of();
        }
        return PodGpuUse.usesOf(pod, open, accelerators).stream()
                .flatMap(
                        use -> use instanceof PodGpuUse.UncountedDeviceAccess(var evidence) ? List.of(evidence).stream()
                                : List.<String>of().stream())
                .toList();
    }
}
