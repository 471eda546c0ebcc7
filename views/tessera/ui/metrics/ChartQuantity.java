package tessera.ui.metrics;

import java.util.List;
import tessera.model.reading.Metric;
import tessera.ui.kit.MeasureText;

/** The quantities of charts, in the unit of the chart. */
enum ChartQuantity implements ChartMeasure {
    BUSY("Busy", "%", Metric.UTILISATION, 100),
    MEMORY("Memory used", "GiB", Metric.MEMORY_USED, 1.0 / (1L << 30)),
    TEMPERATURE("Temperature", "°C", Metric.TEMPERATURE, 1),
    POWER("Power", "W", Metric.POWER, 1);

    static final List<ChartQuantity> ALL = List.of(values());

    private final String title;
    private final String unit;
    private final Metric metric;
    private final double factor;

    ChartQuantity(String title, String unit, Metric metric, double factor) {
        this.title = title;
        this.unit = unit;
        this.metric = metric;
        this.factor = factor;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String unit() {
        return unit;
    }

    Metric metric() {
        return metric;
    }

    @Override
    public double toChartUnit(double number) {
        return number * factor;
    }

    @Override
    public String numberText(double shown) {
        if (Double.isNaN(shown)) {
            return MeasureText.MISSING;
        }
        return this == MEMORY ? MeasureText.gibibytes(shown / factor) : MeasureText.whole(shown);
    }
}
