package tessera.ui;

import java.util.Map;
import tessera.flow.LatestValue;
import tessera.gpu.MigConfigWithSource;
import tessera.model.ClusterSnapshot;
import tessera.model.reading.FleetReadings;

/** The cluster that is open, and its newest state as watches and exporters tell it. */
public interface ClusterStateSource {

    /** Returns the known clusters and which of them is open. */
    LatestValue<OpenableClusterList> clusters();

    /** Returns the snapshots of the open cluster. */
    LatestValue<ClusterSnapshot> snapshots();

    /** Returns the exporter readings of the devices in the open cluster. */
    LatestValue<FleetReadings> deviceReadings();

    /** Returns the configurations that MIG managers applied, by node, where neither labels nor exporters report them. */
    default LatestValue<Map<String, MigConfigWithSource>> setups() {
        return new LatestValue<>(Map.of());
    }
}
