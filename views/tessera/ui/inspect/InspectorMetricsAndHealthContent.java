package tessera.ui.inspect;

import java.util.Optional;
import tessera.alerts.health.ObjectHealthReport;
import tessera.ui.metrics.DeviceLastHourCharts;

/**
 * Content that is only computed while its page is in sight.
 *
 * @param scope  the devices that are looked at
 * @param hour   what these did in the last hour
 * @param health of these, and of the object
 */
record InspectorMetricsAndHealthContent(InspectedDevices scope, Optional<DeviceLastHourCharts> hour,
        Optional<ObjectHealthReport> health) {

    static final InspectorMetricsAndHealthContent NOTHING = new InspectorMetricsAndHealthContent(
            InspectedDevices.none(""), Optional.empty(), Optional.empty());
}
