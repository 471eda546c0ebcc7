package tessera.doctor;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;

import static tessera.insight.Sample.NOW;

/** Small clusters in which nothing rings, as a doctor sees them. */
final class Examined {

    private Examined() {}

    /** What is found of a cluster of whose GPUs nothing is measured. */
    static List<Finding> findings(Sample sample) {
        return findings(known(sample.fleet()), Focus.ALL);
    }

    static List<Finding> findings(Known known, Focus focus) {
        return new Doctor(Accelerators.standard()).examine(known, focus).findings();
    }

    /** @param devices what the exporter of each node tells */
    static Known known(Sample sample, Map<String, List<DeviceReadings>> devices) {
        var nodes = new HashMap<String, NodeReadings>();
        devices.forEach((node, its) -> nodes.put(node, new NodeReadings(node, "gpu/nvidia-dcgm-exporter-" + node, NOW,
                Duration.ofSeconds(30), null, its)));
        return known(new Fleet.Reader(Accelerators.standard()).read(sample.snapshot(), new Readings(NOW, nodes, null)));
    }

    static Known known(Fleet fleet) {
        return known(fleet, Starts.Told.NOTHING);
    }

    /** @param starts what is told of pods that do not start */
    static Known known(Fleet fleet, Starts.Told starts) {
        return new Known(fleet, AlertRules.standard(), new AlertsState(NOW, List.of(), List.of(), List.of()),
                Optional.empty(), Remains.NONE, List.of(), starts.signs(), List.of(), Map.of(), starts.warned(),
                List.of(), List.of(),
                NodeEvidence.NONE, List.of(), NOW);
    }
}
