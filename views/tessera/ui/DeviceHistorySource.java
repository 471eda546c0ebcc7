package tessera.ui;

import java.util.Set;
import tessera.flow.LatestValue;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;

/** The measurements of the last hours, and the exporters and the Prometheus that they come from. */
public interface DeviceHistorySource extends ClusterStateSource {

    /** Returns the recorded history of the devices in the open cluster. */
    FleetDeviceMetricHistory deviceHistory();

    /** Returns the view of the last hours of measurements. */
    default ReadableMetricHistory recentHistory() {
        return deviceHistory();
    }

    /** Records every metric of some devices from now on, for as long as they are watched. */
    default void recordAllMetrics(Set<DeviceSeriesKey> devices) {
        deviceHistory().focusOn(devices);
    }

    /**
     * Reads the exporters of these nodes directly while a view shows them, even where a Prometheus covers the fleet.
     *
     * @param where what looks at them; it looks at no others any more
     */
    default void readExportersDirectly(String where, Set<String> nodes) {}

    /** Returns the status of the Prometheus of the open cluster. */
    LatestValue<PrometheusDiscoveryStatus> prometheusStatus();
}
