package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapCanvas.HeatmapPointerTarget;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;

/** Measurements of the GPU under the pointer, now and over the last hour; of a node, the reason for missing ones. */
record HoverCardMeasurementsFactory(DeviceTrendSource trends) {

    private static final double WIDTH = 72;
    private static final double HEIGHT = 16;

    List<Node> measureNodes(HeatmapPointerTarget target) {
        var card = target.position().card();
        var readings = card.readings();
        var tile = target.tile() >= 0 && target.tile() < card.tiles().size() ? card.tiles().get(target.tile()) : null;
        if (readings == null || readings.at() == null) {
            return List.of(remarkLabel(
                    "Not measured: " + (readings == null ? "not read yet" : readings.missingReason().reasonText())));
        }
        var rows = new ArrayList<Node>();
        if (!card.recent()) {
            rows.add(remarkLabel("Not measured of late"));
        }
        var device = tile == null ? null : tile.device();
        if (device != null) {
            var name = new Label(device.deviceTitle());
            name.getStyleClass().add("strong");
            rows.addAll(List.of(name, measureGrid(card, device)));
        } else if (tile != null && card.recent()) {
            rows.add(remarkLabel(tile.index() < 0 ? "Which of the measured GPUs this is is not known"
                    : "GPU " + tile.index() + " of " + card.node().name() + " is not in its exporter’s report"));
        }
        return rows;
    }

    private GridPane measureGrid(NodeCardState card, DeviceReadings device) {
        var grid = new GridPane(12, 6);
        grid.add(remarkLabel("last hour"), 1, 0);
        var used = device.readingOf(DeviceMetric.MEMORY_USED);
        var total = device.readingOf(DeviceMetric.MEMORY_TOTAL);
        addRow(grid, "Busy", createSparkline(card, device, DeviceMetric.UTILISATION),
                readingText(card, device.readingOf(DeviceMetric.UTILISATION), MeasuredNumberFormatter::percent, " %"));
        addRow(grid, "Memory", createSparkline(card, device, DeviceMetric.MEMORY_USED),
                readingText(card, used, MeasuredNumberFormatter::gibibytes,
                        " of " + MeasuredNumberFormatter.valueText(total, MeasuredNumberFormatter::gibibytes)
                                + " GiB"));
        addRow(grid, "Power", createSparkline(card, device, DeviceMetric.POWER),
                readingText(card, device.readingOf(DeviceMetric.POWER), MeasuredNumberFormatter::whole, " W"));
        addRow(grid, "Temp.", createSparkline(card, device, DeviceMetric.TEMPERATURE),
                readingText(card, device.readingOf(DeviceMetric.TEMPERATURE), MeasuredNumberFormatter::whole, " °C"));
        return grid;
    }

    private Sparkline createSparkline(NodeCardState card, DeviceReadings device, DeviceMetric deviceMetric) {
        var sparkline = new Sparkline(deviceMetric == DeviceMetric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
        sparkline.show(trends.trendOf(DeviceSeriesKey.of(card.node().name(), device), deviceMetric, device.values()),
                deviceMetric.title());
        return sparkline;
    }

    /** Returns the reading's text; an outdated number is not shown as current. */
    private static String readingText(NodeCardState card, MetricReading reading, DoubleFunction<String> words,
            String unit) {
        var reason = MeasuredNumberFormatter.missingReason(reading);
        return !reason.isEmpty() ? reason
                : card.recent() ? MeasuredNumberFormatter.valueText(reading, words) + unit
                        : MeasuredNumberFormatter.MISSING;
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
