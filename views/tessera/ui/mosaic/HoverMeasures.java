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

/** Measurements of the GPU under the pointer, now and over the last hour; of a node, the reason for missing ones. */
record HoverMeasures(TrendSource trends) {

    private static final double WIDTH = 72;
    private static final double HEIGHT = 16;

    List<Node> measureNodes(PointerTarget target) {
        var card = target.place().card();
        var readings = card.readings();
        var tile = target.tile() >= 0 && target.tile() < card.tiles().size() ? card.tiles().get(target.tile()) : null;
        if (readings == null || readings.at() == null) {
            return List.of(remarkLabel(
                    "Not measured: " + (readings == null ? "not read yet" : readings.missingReason().reasonText())));
        }
        var rows = new ArrayList<Node>();
        if (!card.fresh()) {
            rows.add(remarkLabel("Not measured of late"));
        }
        var device = tile == null ? null : tile.device();
        if (device != null) {
            var name = new Label(device.deviceTitle());
            name.getStyleClass().add("strong");
            rows.addAll(List.of(name, measureGrid(card, device)));
        } else if (tile != null && card.fresh()) {
            rows.add(remarkLabel(tile.index() < 0 ? "Which of the measured GPUs this is is not known"
                    : "GPU " + tile.index() + " of " + card.node().name() + " is not in its exporter’s report"));
        }
        return rows;
    }

    private GridPane measureGrid(NodeCardState card, DeviceReadings device) {
        var grid = new GridPane(12, 6);
        grid.add(remarkLabel("last hour"), 1, 0);
        var used = device.readingOf(Metric.MEMORY_USED);
        var total = device.readingOf(Metric.MEMORY_TOTAL);
        addRow(grid, "Busy", createSparkline(card, device, Metric.UTILISATION),
                readingText(card, device.readingOf(Metric.UTILISATION), MeasureText::percent, " %"));
        addRow(grid, "Memory", createSparkline(card, device, Metric.MEMORY_USED),
                readingText(card, used, MeasureText::gibibytes,
                        " of " + MeasureText.valueText(total, MeasureText::gibibytes) + " GiB"));
        addRow(grid, "Power", createSparkline(card, device, Metric.POWER),
                readingText(card, device.readingOf(Metric.POWER), MeasureText::whole, " W"));
        addRow(grid, "Temp.", createSparkline(card, device, Metric.TEMPERATURE),
                readingText(card, device.readingOf(Metric.TEMPERATURE), MeasureText::whole, " °C"));
        return grid;
    }

    private Sparkline createSparkline(NodeCardState card, DeviceReadings device, Metric metric) {
        var line = new Sparkline(metric == Metric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
        line.show(trends.trendOf(DeviceKey.of(card.node().name(), device), metric, device.values()), metric.title());
        return line;
    }

    /** Returns the reading's text; an outdated number is not shown as current. */
    private static String readingText(NodeCardState card, MetricReading reading, DoubleFunction<String> words,
            String unit) {
        var reason = MeasureText.missingReason(reading);
        return !reason.isEmpty() ? reason
                : card.fresh() ? MeasureText.valueText(reading, words) + unit : MeasureText.MISSING;
    }

    private static void addRow(GridPane grid, String title, Node line, String text) {
        var number = new Label(text);
        GridPane.setHalignment(number, HPos.RIGHT);
        grid.addRow(grid.getRowCount(), remarkLabel(title), line, number);
    }

    private static Label remarkLabel(String text) {
        var label = new Label(text);
        label.getStyleClass().add("muted");
        return label;
    }
}
