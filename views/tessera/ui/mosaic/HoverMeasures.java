package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import tessera.insight.Tile;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.Reading;
import tessera.ui.kit.LevelBar;
import tessera.ui.kit.Measures;
import tessera.ui.mosaic.MosaicCanvas.Target;
import tessera.ui.mosaic.MosaicState.Card;

/** What is measured of the GPU under the pointer; of a node, why nothing is. */
final class HoverMeasures {

    private HoverMeasures() {}

    static List<Node> of(Target target) {
        var card = target.place().card();
        var rows = new ArrayList<Node>();
        var readings = card.readings();
        if (readings == null || readings.at() == null) {
            rows.add(remark("Not measured: " + (readings == null ? "not read yet" : readings.reason().words())));
        } else if (!card.fresh()) {
            rows.add(remark("Not measured of late"));
        } else if (target.tile() >= 0 && target.tile() < card.tiles().size()) {
            rows.addAll(tile(card, card.tiles().get(target.tile())));
        }
        return rows;
    }

    private static List<Node> tile(Card card, Tile tile) {
        var device = tile.device();
        if (device == null) {
            return List.of(remark(tile.index() < 0 ? "Which of the measured GPUs this is is not known"
                    : "GPU " + tile.index() + " of " + card.node().name() + " is not in its exporter’s report"));
        }
        var name = new Label(device.title());
        name.getStyleClass().add("strong");
        return List.of(name, numbers(device));
    }

    private static GridPane numbers(DeviceReadings device) {
        var grid = new GridPane(12, 4);
        var used = device.reading(Metric.MEMORY_USED);
        var total = device.reading(Metric.MEMORY_TOTAL);
        double ratio = device.values().memoryShare();
        Reading share = Double.isNaN(ratio) ? used : new Reading.Measured(ratio);
        var busy = device.reading(Metric.UTILISATION);
        row(grid, "Busy", LevelBar.of(busy, "load"), words(busy, Measures.of(busy, Measures::percent) + " %"));
        row(grid, "Memory", LevelBar.of(share, "plain"),
                words(used, Measures.of(used, Measures::gibibytes) + " of " + Measures.of(total, Measures::gibibytes)
                        + " GiB"));
        var power = device.reading(Metric.POWER);
        row(grid, "Power", LevelBar.of(ofLimit(device), "plain"),
                words(power, Measures.of(power, Measures::whole) + " W"));
        var heat = device.reading(Metric.TEMPERATURE);
        row(grid, "Temp.", LevelBar.of(new Reading.Missing(Reading.Reason.NOT_EXPORTED), "plain"),
                words(heat, Measures.of(heat, Measures::whole) + " °C"));
        return grid;
    }

    private static Reading ofLimit(DeviceReadings device) {
        var values = device.values();
        return values.has(Metric.POWER) && values.get(Metric.POWER_LIMIT) > 0
                ? new Reading.Measured(values.get(Metric.POWER) / values.get(Metric.POWER_LIMIT))
                : new Reading.Missing(Reading.Reason.NOT_EXPORTED);
    }

    private static String words(Reading reading, String number) {
        var reason = Measures.reason(reading);
        return reason.isEmpty() ? number : reason;
    }

    private static void row(GridPane grid, String title, Node bar, String words) {
        var name = new Label(title);
        name.getStyleClass().add("muted");
        var number = new Label(words);
        GridPane.setHalignment(number, HPos.RIGHT);
        grid.addRow(grid.getRowCount(), name, bar, number);
    }

    private static Label remark(String words) {
        var label = new Label(words);
        label.getStyleClass().add("muted");
        return label;
    }
}
