package tessera.doctor;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.Sample;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static tessera.insight.Sample.NOW;

/** Small clusters in which nothing rings, as a doctor sees them. */
final class Examined {

    private Examined() {}

    /** What is found of a cluster of whose GPUs nothing is measured. */
    static List<DoctorFinding> findings(Sample sample) {
        return findings(known(sample.fleet()), ExaminationScope.ALL);
    }

    static List<DoctorFinding> findings(DiagnosisInput input, ExaminationScope focus) {
        return new ClusterDoctor(AcceleratorCatalog.standard()).examine(input, focus).findings();
    }

    /** @param devices what the exporter of each node tells */
    static DiagnosisInput known(Sample sample, Map<String, List<DeviceReadings>> devices) {
        var nodes = new HashMap<String, NodeReadings>();
        devices.forEach((node, its) -> nodes.put(node, new NodeReadings(node, "gpu/nvidia-dcgm-exporter-" + node, NOW,
                Duration.ofSeconds(30), null, its)));
        return known(new GpuFleet.FleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(NOW, nodes, null)));
    }

    static DiagnosisInput known(GpuFleet fleet) {
        return known(fleet, PodStartupReader.StartupReading.NOTHING);
    }

    /** @param starts what is told of pods that do not start */
    static DiagnosisInput known(GpuFleet fleet, PodStartupReader.StartupReading starts) {
        return new DiagnosisInput(fleet, AlertRules.standardRules(),
                new AlertsState(NOW, List.of(), List.of(), List.of()),
                Optional.empty(), GpuStackInventory.NONE, List.of(), starts.symptoms(), List.of(), Map.of(),
                starts.warnings(),
                List.of(), List.of(),
                NodeEvidence.NONE, List.of(), NOW);
    }
}
