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

/** A quantity of the devices in the table over the last hour. Read only for rows in sight, and when rows are exported. */
record DeviceTrends(TrendSource trends, Metric metric, DoubleFunction<String> number) {

    private static final double WIDTH = 92;
    private static final double HEIGHT = 22;

    /** A column of it. */
    DataColumn<DeviceRow> column(String id, String title, Function<DeviceRow, Optional<Comparable<?>>> order) {
        return new DataColumn<DeviceRow>(id, title, false, WIDTH + 16, true, 0, this::words, order,
                Optional.empty())
                .drawnBy(TrendCell::new);
    }

    private Optional<HourTrend> of(DeviceRow row) {
        return TrendSource.key(row.device()).map(key -> trends.of(key, metric, row.device().values()));
    }

    private String words(DeviceRow row) {
        return of(row).map(trend -> trend.words(number)).orElse(MeasureText.MISSING);
    }

    /** What one cell draws, again and again. */
    private final class TrendCell implements Function<DeviceRow, Node> {

        private final Sparkline line = new Sparkline(metric == Metric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
        private final Tooltip tip = new Tooltip();

        TrendCell() {
            Tooltip.install(line, tip);
        }

        @Override
        public Node apply(DeviceRow row) {
            var trend = of(row);
            line.setVisible(trend.filter(HourTrend::drawable).isPresent());
            trend.ifPresent(shown -> {
                var words = shown.words(number);
                line.show(shown, words);
                tip.setText(words.equals(MeasureText.MISSING) ? "Nothing was measured in the last hour"
                        : "In the last hour: " + words);
            });
            return line;
        }
    }
}
