package tessera.ui.devices;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import tessera.model.reading.DeviceMetric;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.DeviceHourTrend;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;

/** Column of small trend lines of one metric over the last hour. Read only for rows in sight, and when rows are exported. */
record GpuTrendColumn(DeviceTrendSource trends, DeviceMetric metric, DoubleFunction<String> number) {

    private static final double WIDTH = 92;
    private static final double HEIGHT = 22;

    /** Returns the column of the metric. */
    DataTableColumn<GpuTableRow> column(String id, String title, Function<GpuTableRow, Optional<Comparable<?>>> order) {
        return new DataTableColumn<GpuTableRow>(id, title, false, WIDTH + 16, true, 0, this::trendText, order,
                Optional.empty())
                .withCellDrawing(GpuTrendCell::new);
    }

    private Optional<DeviceHourTrend> trendOf(GpuTableRow row) {
        return DeviceTrendSource.deviceKey(row.device()).map(key -> trends.trendOf(key, metric, row.device().values()));
    }

    private String trendText(GpuTableRow row) {
        return trendOf(row).map(trend -> trend.summaryText(number)).orElse(MeasuredNumberFormatter.MISSING);
    }

    /** Table cell that draws a trend line. */
    private final class GpuTrendCell implements Function<GpuTableRow, Node> {

        private final Sparkline sparkline = new Sparkline(metric == DeviceMetric.UTILISATION ? "load" : "plain", WIDTH,
                HEIGHT);
        private final Tooltip tip = new Tooltip();

        GpuTrendCell() {
            Tooltip.install(sparkline, tip);
        }

        @Override
        public Node apply(GpuTableRow row) {
            var trend = trendOf(row);
            sparkline.setVisible(trend.filter(DeviceHourTrend::isDrawable).isPresent());
            trend.ifPresent(displayedTrend -> {
                var text = displayedTrend.summaryText(number);
                sparkline.show(displayedTrend, text);
                tip.setText(text.equals(MeasuredNumberFormatter.MISSING) ? "Nothing was measured in the last hour"
                        : "In the last hour: " + text);
            });
            return sparkline;
        }
    }
}
