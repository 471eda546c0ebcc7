package tessera.ui.devices;

import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.model.SentenceText;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.HeatCell;
import tessera.ui.kit.LevelBar;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;

/** Cells of the GPUs table that are drawn. */
final class DeviceCells {

    private DeviceCells() {}

    static Node name(DeviceRow row) {
        var node = new Label(row.device().node().name());
        node.getStyleClass().add("strong");
        var index = new Label(row.device().index() < 0 ? "?" : Integer.toString(row.device().index()));
        index.getStyleClass().add("strong");
        var cell = new HBox(8, node, index);
        if (row.device().isInstance()) {
            var part = new Label(row.part());
            part.getStyleClass().addAll("mono", "muted");
            node.getStyleClass().setAll("label", "muted");
            index.getStyleClass().setAll("label", "muted");
            cell.getChildren().add(part);
        }
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    /** Said once of a GPU, and muted where it is said again of its instances. */
    static Node model(DeviceRow row) {
        return SelectableText.yielding(row.model(), row.device().isInstance() ? "muted" : "plain");
    }

    /** The pods, the first by what tells it from others, which is the end of its name as well as the beginning. */
    static Node holders(DeviceRow row) {
        var holders = row.device().knownHolders();
        if (holders.isEmpty()) {
            var words = SelectableText.yielding(row.holders(), "muted");
            if (!row.device().perhaps().isEmpty()) {
                TooltipText.on(words, row.holders());
            }
            return words;
        }
        var first = SelectableText.yielding(holders.getFirst().key(), "plain");
        first.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        var cell = new HBox(8, first);
        if (holders.size() > 1) {
            var more = SelectableText.label("+ " + (holders.size() - 1), "muted");
            more.setMinWidth(Region.USE_PREF_SIZE);
            cell.getChildren().add(more);
        }
        cell.setAlignment(Pos.CENTER_LEFT);
        TooltipText.on(first, row.holders());
        return cell;
    }

    /** A number, or a dash that says why there is none. */
    static Label number(DeviceRow row, MetricReading reading, DoubleFunction<String> words) {
        var label = new Label(MeasureText.of(reading, words));
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        return explained(label, row, reading);
    }

    static Node temperature(DeviceRow row) {
        var number = number(row, row.device().reading(Metric.TEMPERATURE), MeasureText::whole);
        return row.heat().map(heat -> HeatCell.of(number, heat)).orElse(number);
    }

    private static Label explained(Label label, DeviceRow row, MetricReading reading) {
        var reason = MeasureText.reason(reading);
        if (!reason.isEmpty()) {
            label.getStyleClass().add("muted");
            label.setTooltip(new Tooltip(SentenceText.begun(reason)));
        } else if (!row.aged().isEmpty()) {
            label.getStyleClass().add("stale-text");
            label.setTooltip(new Tooltip("Read " + row.aged() + " ago"));
        }
        return label;
    }

    static Node busy(DeviceRow row) {
        return bar(row, row.device().reading(Metric.UTILISATION), MeasureText.of(
                row.device().reading(Metric.UTILISATION), MeasureText::percent), "load");
    }

    static Node memory(DeviceRow row) {
        return bar(row, row.device().memoryShare(), memoryWords(row), "plain");
    }

    static String memoryWords(DeviceRow row) {
        var used = row.device().reading(Metric.MEMORY_USED);
        var total = row.device().reading(Metric.MEMORY_TOTAL);
        if (used instanceof MetricReading.MissingValue) {
            return MeasureText.MISSING;
        }
        return MeasureText.of(used, MeasureText::gibibytes) + " / " + MeasureText.of(total, MeasureText::gibibytes);
    }

    private static Node bar(DeviceRow row, MetricReading share, String words, String style) {
        var label = explained(new Label(words), row, share);
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        HBox.setHgrow(label, Priority.ALWAYS);
        var cell = new HBox(8, LevelBar.of(share, row.aged().isEmpty() ? style : "stale"), label);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    static Node state(DeviceRow row) {
        var sign = switch (row.device().status()) {
            case USABLE -> row.device().node().closed() ? StatusGlyph.CORDONED : StatusGlyph.READY;
            case UNHEALTHY, NOT_OFFERED -> StatusGlyph.BROKEN;
            case MAINTENANCE -> StatusGlyph.CORDONED;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
        var words = new Label(row.state());
        words.getStyleClass().add(sign.tone().equals("danger") ? "danger-text"
                : sign.tone().equals("warn") ? "warn-text" : "muted");
        var cell = new HBox(6, sign.node(), words);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }
}
