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
import tessera.model.Sentences;
import tessera.model.reading.Metric;
import tessera.model.reading.Reading;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.HeatCell;
import tessera.ui.kit.LevelBar;
import tessera.ui.kit.Measures;
import tessera.ui.kit.Texts;
import tessera.ui.kit.Tips;

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
        return Texts.yielding(row.model(), row.device().isInstance() ? "muted" : "plain");
    }

    /** The pods, the first by what tells it from others, which is the end of its name as well as the beginning. */
    static Node holders(DeviceRow row) {
        var holders = row.device().knownHolders();
        if (holders.isEmpty()) {
            var words = Texts.yielding(row.holders(), "muted");
            if (!row.device().perhaps().isEmpty()) {
                Tips.on(words, row.holders());
            }
            return words;
        }
        var first = Texts.yielding(holders.getFirst().key(), "plain");
        first.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        var cell = new HBox(8, first);
        if (holders.size() > 1) {
            var more = Texts.label("+ " + (holders.size() - 1), "muted");
            more.setMinWidth(Region.USE_PREF_SIZE);
            cell.getChildren().add(more);
        }
        cell.setAlignment(Pos.CENTER_LEFT);
        Tips.on(first, row.holders());
        return cell;
    }

    /** A number, or a dash that says why there is none. */
    static Label number(DeviceRow row, Reading reading, DoubleFunction<String> words) {
        var label = new Label(Measures.of(reading, words));
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        return explained(label, row, reading);
    }

    static Node temperature(DeviceRow row) {
        var number = number(row, row.device().reading(Metric.TEMPERATURE), Measures::whole);
        return row.heat().map(heat -> HeatCell.of(number, heat)).orElse(number);
    }

    private static Label explained(Label label, DeviceRow row, Reading reading) {
        var reason = Measures.reason(reading);
        if (!reason.isEmpty()) {
            label.getStyleClass().add("muted");
            label.setTooltip(new Tooltip(Sentences.begun(reason)));
        } else if (!row.aged().isEmpty()) {
            label.getStyleClass().add("stale-text");
            label.setTooltip(new Tooltip("Read " + row.aged() + " ago"));
        }
        return label;
    }

    static Node busy(DeviceRow row) {
        return bar(row, row.device().reading(Metric.UTILISATION), Measures.of(
                row.device().reading(Metric.UTILISATION), Measures::percent), "load");
    }

    static Node memory(DeviceRow row) {
        return bar(row, row.device().memoryShare(), memoryWords(row), "plain");
    }

    static String memoryWords(DeviceRow row) {
        var used = row.device().reading(Metric.MEMORY_USED);
        var total = row.device().reading(Metric.MEMORY_TOTAL);
        if (used instanceof Reading.Missing) {
            return Measures.MISSING;
        }
        return Measures.of(used, Measures::gibibytes) + " / " + Measures.of(total, Measures::gibibytes);
    }

    private static Node bar(DeviceRow row, Reading share, String words, String style) {
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
            case USABLE -> row.device().node().closed() ? Glyph.CORDONED : Glyph.READY;
            case UNHEALTHY, NOT_OFFERED -> Glyph.BROKEN;
            case UNKNOWN -> Glyph.UNREACHABLE;
        };
        var words = new Label(row.state());
        words.getStyleClass().add(sign.tone().equals("danger") ? "danger-text"
                : sign.tone().equals("warn") ? "warn-text" : "muted");
        var cell = new HBox(6, sign.node(), words);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }
}
