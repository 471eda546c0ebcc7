package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import tessera.metrics.history.DeviceKey;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.TrendSource;
import tessera.ui.mosaic.MosaicCanvas.PointerTarget;
import tessera.ui.mosaic.MosaicState.NodeCardState;

/** What is measured of the GPU under the pointer, now and in the last hour; of a node, why nothing is. */
record HoverMeasures(TrendSource trends) {

    private static final double WIDTH = 72;
    private static final double HEIGHT = 16;

    List<Node> of(PointerTarget target) {
        var card = target.place().card();
        var readings = card.readings();
        var tile = target.tile() >= 0 && target.tile() < card.tiles().size() ? card.tiles().get(target.tile()) : null;
        if (readings == null || readings.at() == null) {
            return List.of(remark("Not measured: " + (readings == null ? "not read yet" : readings.reason().words())));
        }
        var rows = new ArrayList<Node>();
        if (!card.fresh()) {
            rows.add(remark("Not measured of late"));
        }
        var device = tile == null ? null : tile.device();
        if (device != null) {
            var name = new Label(device.title());
            name.getStyleClass().add("strong");
            rows.addAll(List.of(name, numbers(card, device)));
        } else if (tile != null && card.fresh()) {
            rows.add(remark(tile.index() < 0 ? "Which of the measured GPUs this is is not known"
                    : "GPU " + tile.index() + " of " + card.node().name() + " is not in its exporter’s report"));
        }
        return rows;
    }

    private GridPane numbers(NodeCardState card, DeviceReadings device) {
        var grid = new GridPane(12, 6);
        grid.add(remark("last hour"), 1, 0);
        var used = device.reading(Metric.MEMORY_USED);
        var total = device.reading(Metric.MEMORY_TOTAL);
        row(grid, "Busy", line(card, device, Metric.UTILISATION),
                number(card, device.reading(Metric.UTILISATION), MeasureText::percent, " %"));
        row(grid, "Memory", line(card, device, Metric.MEMORY_USED), number(card, used, MeasureText::gibibytes,
                " of " + MeasureText.of(total, MeasureText::gibibytes) + " GiB"));
        row(grid, "Power", line(card, device, Metric.POWER),
                number(card, device.reading(Metric.POWER), MeasureText::whole, " W"));
        row(grid, "Temp.", line(card, device, Metric.TEMPERATURE),
                number(card, device.reading(Metric.TEMPERATURE), MeasureText::whole, " °C"));
        return grid;
    }

    private Sparkline line(NodeCardState card, DeviceReadings device, Metric metric) {
        var line = new Sparkline(metric == Metric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
        line.show(trends.of(DeviceKey.of(card.node().name(), device), metric, device.values()), metric.title());
        return line;
    }

    /** An old number is not printed as one of now. */
    private static String number(NodeCardState card, MetricReading reading, DoubleFunction<String> words, String unit) {
        var reason = MeasureText.reason(reading);
        return !reason.isEmpty() ? reason : card.fresh() ? MeasureText.of(reading, words) + unit : MeasureText.MISSING;
    }

    private static void row(GridPane grid, String title, Node line, String words) {
        var number = new Label(words);
        GridPane.setHalignment(number, HPos.RIGHT);
        grid.addRow(grid.getRowCount(), remark(title), line, number);
    }

    private static Label remark(String words) {
        var label = new Label(words);
        label.getStyleClass().add("muted");
        return label;
    }
}
