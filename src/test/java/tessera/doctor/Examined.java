package tessera.doctor;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static tessera.gpu.Sample.NOW;

/** Small clusters in which nothing rings, as a doctor sees them. */
final class Examined {

    private Examined() {}

    /** What is found of a cluster of whose GPUs nothing is measured. */
    static List<DiagnosisFinding> findings(Sample sample) {
        return findings(known(sample.fleet()), DiagnosisScope.ALL);
    }

    static List<DiagnosisFinding> findings(DiagnosisInput input, DiagnosisScope focus) {
        return new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, focus).findings();
    }

    /** @param devices what the exporter of each node tells */
    static DiagnosisInput known(Sample sample, Map<String, List<DeviceReadings>> devices) {
        var nodes = new HashMap<String, NodeReadings>();
        devices.forEach((node, its) -> nodes.put(node,
                new NodeReadings(node, "gpu/nvidia-dcgm-exporter-" + node, NOW, Duration.ofSeconds(30), null, its)));
        return known(new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(NOW, nodes, null)));
    }

    static DiagnosisInput known(GpuFleet fleet) {
        return known(fleet, PodStartupProblemReader.PodStartupProblems.NOTHING);
    }

    /** @param starts what is told of pods that do not start */
    static DiagnosisInput known(GpuFleet fleet, PodStartupProblemReader.PodStartupProblems starts) {
        return new DiagnosisInput(fleet, AlertRules.standardRules(),
                new AlertSnapshot(NOW, List.of(), List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                List.of(), starts.symptoms(), List.of(), Map.of(), starts.warnings(), List.of(), List.of(),
                NodeDiagnosisFacts.NONE, List.of(), List.of(), NOW);
    }
}
