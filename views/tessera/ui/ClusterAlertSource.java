package tessera.ui;

import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;

/** The alerts of the open cluster, and the rules by which devices are judged. */
public interface ClusterAlertSource extends ClusterStateSource {

    /** Returns the alerts of the open cluster with the user's silences. */
    ClusterAlertFeed alertFeed();

    /** Returns the alert rules with the user's thresholds. */
    default AlertRules alertRules() {
        return alertFeed().rules();
    }

    /** Returns a reader of fleets that judges devices by the alert rules with the user's thresholds. */
    default GpuFleet.GpuFleetReader newFleetReader(AcceleratorCatalog accelerators) {
        return new GpuFleet.GpuFleetReader(accelerators, new AlertBasedDeviceHealthRules(this::alertRules));
    }

    /** Returns the alerts of the open cluster, judged anew every few seconds. */
    default LatestValue<AlertSnapshot> alertsState() {
        return alertFeed().state();
    }
}
