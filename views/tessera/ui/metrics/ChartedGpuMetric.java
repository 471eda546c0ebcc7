package tessera.ui.metrics;

import java.util.List;
import tessera.model.reading.DeviceMetric;
import tessera.text.MessageCatalog;
import tessera.ui.kit.MeasuredNumberFormatter;

/** The quantities of charts, in the unit of the chart. */
enum ChartedGpuMetric implements ChartedMeasure {
    BUSY("metric.busy", "%", DeviceMetric.UTILISATION, 100),
    MEMORY("metric.memory", "GiB", DeviceMetric.MEMORY_USED, 1.0 / (1L << 30)),
    TEMPERATURE("metric.temperature", "°C", DeviceMetric.TEMPERATURE, 1),
    POWER("metric.power", "W", DeviceMetric.POWER, 1);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartedGpuMetric.class);

    static final List<ChartedGpuMetric> ALL = List.of(values());

    private final String title;
    private final String unit;
    private final DeviceMetric deviceMetric;
    private final double factor;

    ChartedGpuMetric(String title, String unit, DeviceMetric deviceMetric, double factor) {
        this.title = title;
        this.unit = unit;
        this.deviceMetric = deviceMetric;
        this.factor = factor;
    }

    @Override
    public String title() {
        return MESSAGES.text(title);
    }

    @Override
    public String unit() {
        return unit;
    }

    DeviceMetric metric() {
        return deviceMetric;
    }

    @Override
    public double toChartUnit(double number) {
        return number * factor;
    }

    @Override
    public String numberText(double shown) {
        if (Double.isNaN(shown)) {
            return MeasuredNumberFormatter.MISSING;
        }
        if (this == MEMORY) {
            return MeasuredNumberFormatter.gibibytes(shown / factor);
        }
        return MeasuredNumberFormatter.whole(shown);
    }
}
