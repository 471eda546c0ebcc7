package tessera.ui.devices;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import tessera.model.reading.Metric;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.HourTrend;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.TrendSource;

/** Column of small trend lines of one metric over the last hour. Read only for rows in sight, and when rows are exported. */
record DeviceTrends(TrendSource trends, Metric metric, DoubleFunction<String> number) {

    private static final double WIDTH = 92;
    private static final double HEIGHT = 22;

    /** Returns the column of the metric. */
    DataColumn<DeviceRow> column(String id, String title, Function<DeviceRow, Optional<Comparable<?>>> order) {
        return new DataColumn<DeviceRow>(id, title, false, WIDTH + 16, true, 0, this::trendText, order,
                Optional.empty())
                .withCellDrawing(TrendCell::new);
    }

    private Optional<HourTrend> trendOf(DeviceRow row) {
        return TrendSource.deviceKey(row.device()).map(key -> trends.trendOf(key, metric, row.device().values()));
    }

    private String trendText(DeviceRow row) {
        return trendOf(row).map(trend -> trend.summaryText(number)).orElse(MeasureText.MISSING);
    }

    /** Table cell that draws a trend line. */
    private final class TrendCell implements Function<DeviceRow, Node> {

        private final Sparkline line = new Sparkline(metric == Metric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
        private final Tooltip tip = new Tooltip();

        TrendCell() {
            Tooltip.install(line, tip);
        }

        @Override
        public Node apply(DeviceRow row) {
            var trend = trendOf(row);
            line.setVisible(trend.filter(HourTrend::isDrawable).isPresent());
            trend.ifPresent(shown -> {
                var text = shown.summaryText(number);
                line.show(shown, text);
                tip.setText(text.equals(MeasureText.MISSING) ? "Nothing was measured in the last hour"
                        : "In the last hour: " + text);
            });
            return line;
        }
    }
}
