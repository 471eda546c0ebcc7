package tessera.ui.metrics;

import java.util.List;
import tessera.metrics.history.DeviceSeriesKey;

/**
 * A device, MIG instance or series that has a line in every chart.
 *
 * @param key   tells it from others: the key of a device, or the labels of a series
 * @param name  as short as it stands at the line's end, e.g. {@code 3}, or {@code 3·1} for an instance
 * @param title e.g. {@code GPU 3}
 * @param color   which of the eight colours of series it has, from 0
 * @param facts what is known of it now
 */
record MetricChartLine(Object key, String name, String title, int color, List<ChartedDeviceFact> facts) {

    /** A known fact about a device. */
    record ChartedDeviceFact(String title, String text) {}

    MetricChartLine {
        facts = List.copyOf(facts);
    }

    /** Returns whether it is a board, as opposed to an instance. */
    boolean isBoard() {
        return key instanceof DeviceSeriesKey device && device.instance() == DeviceSeriesKey.WHOLE;
    }
}
