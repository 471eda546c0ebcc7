package tessera.ui.devices;

import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.FilledShareBar;
import tessera.ui.kit.HighTemperatureCellFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Drawn cells of the GPUs table. */
final class GpuTableCellFactory {

    private GpuTableCellFactory() {}

    static Node nameCell(GpuTableRow row) {
        var node = TextLabelFactory.label(row.device().node().name(), "strong");
        var index = new Label(row.numberLabel());
        index.getStyleClass().add(row.device().index() < 0 ? "muted" : "strong");
        if (row.device().index() < 0) {
            var uuid = row.device().uuid();
            TooltipFactory.install(index, uuid.isEmpty() ? "Neither its index nor its UUID is known"
                    : "Its index is not known. UUID: " + uuid);
        }
        var cell = new HBox(8, node, index);
        if (row.device().isInstance()) {
            var part = TextLabelFactory.label(row.profileText(), "mono", "muted");
            node.getStyleClass().setAll("label", "muted");
            index.getStyleClass().setAll("label", "muted");
            cell.getChildren().add(part);
        }
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    /** Returns the model, muted where instances repeat that of their GPU. */
    static Node modelCell(GpuTableRow row) {
        return TextLabelFactory.shrinkable(row.model(), row.device().isInstance() ? "muted" : "plain");
    }

    /** Returns the pods; the first name keeps its beginning and end, which tell it from others. */
    static Node holdersCell(GpuTableRow row) {
        var holders = row.device().knownHolders();
        if (holders.isEmpty()) {
            var text = TextLabelFactory.shrinkable(row.holdersText(), "muted");
            if (!row.device().possibleHolders().isEmpty()) {
                TooltipFactory.install(text, row.holdersText());
            }
            return text;
        }
        var first = TextLabelFactory.shrinkable(holders.getFirst().key(), "plain");
        first.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        var cell = new HBox(8, first);
        if (holders.size() > 1) {
            var more = TextLabelFactory.whole("+ " + (holders.size() - 1), "muted");
            cell.getChildren().add(more);
        }
        cell.setAlignment(Pos.CENTER_LEFT);
        TooltipFactory.install(first, row.holdersText());
        return cell;
    }

    /** Returns a number, or a dash with the reason why there is none. */
    static Label numberCell(GpuTableRow row, MetricReading reading, DoubleFunction<String> words) {
        var label = new Label(MeasuredNumberFormatter.valueText(reading, words));
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        return TextLabelFactory.withReason(label, reading, row.ageText());
    }

    static Node temperatureCell(GpuTableRow row) {
        var number = numberCell(row, row.device().reading(DeviceMetric.TEMPERATURE), MeasuredNumberFormatter::whole);
        return row.heat().map(heat -> HighTemperatureCellFactory.cellOf(number, heat)).orElse(number);
    }

    static Node busyCell(GpuTableRow row) {
        return barCell(row, row.device().reading(DeviceMetric.UTILISATION), MeasuredNumberFormatter.valueText(
                row.device().reading(DeviceMetric.UTILISATION), MeasuredNumberFormatter::percent), "load");
    }

    static Node memoryCell(GpuTableRow row) {
        return barCell(row, row.device().memoryShare(), memoryText(row), "plain");
    }

    static String memoryText(GpuTableRow row) {
        var used = row.device().reading(DeviceMetric.MEMORY_USED);
        var total = row.device().reading(DeviceMetric.MEMORY_TOTAL);
        if (used instanceof MetricReading.MissingMetricReading) {
            return MeasuredNumberFormatter.MISSING;
        }
        return MeasuredNumberFormatter.valueText(used, MeasuredNumberFormatter::gibibytes) + " / "
                + MeasuredNumberFormatter.valueText(total, MeasuredNumberFormatter::gibibytes);
    }

    private static Node barCell(GpuTableRow row, MetricReading share, String text, String style) {
        var label = TextLabelFactory.withReason(new Label(text), share, row.ageText());
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        HBox.setHgrow(label, Priority.ALWAYS);
        return LayoutBoxFactory.row(8, FilledShareBar.of(share, row.ageText().isEmpty() ? style : "stale"), label);
    }

    static Node stateCell(GpuTableRow row) {
        var glyph = switch (row.device().status()) {
            case USABLE -> row.device().node().isClosed() ? StatusGlyph.CORDONED : StatusGlyph.READY;
            case UNHEALTHY, FAULTY, NOT_OFFERED -> StatusGlyph.BROKEN;
            case MAINTENANCE -> StatusGlyph.CORDONED;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
        var text = new Label(row.stateText());
        text.getStyleClass().add(toneClass(glyph));
        if (!row.device().faultText().isEmpty()) {
            TooltipFactory.install(text, row.device().faultText());
        }
        return LayoutBoxFactory.row(6, glyph.node(), text);
    }

    private static String toneClass(StatusGlyph glyph) {
        if (glyph.tone().equals("danger")) {
            return "danger-text";
        }
        if (glyph.tone().equals("warn")) {
            return "warn-text";
        }
        return "muted";
    }
}
