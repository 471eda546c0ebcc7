package tessera.ui.inspect;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.IntConsumer;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.alerts.ThermalLimit;
import tessera.insight.GpuDevice;
import tessera.model.SentenceText;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.HeatCell;
import tessera.ui.kit.LevelBar;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** The GPUs of a node as a small table of what is measured of them. */
final class GpuTable {

    private static final double NUMBER = 40;
    /** With room for a sign that is not read with what stands before it. */
    private static final double SIGNED = 52;

    private GpuTable() {}

    /**
     * The table, or a sentence where nothing is measured.
     *
     * @param rules by which a device is judged too hot
     * @param cut   called with the number of a MIG GPU whose layout is wanted
     */
    static Node of(NodeGpus gpus, AlertRules rules, IntConsumer cut) {
        if (!gpus.silence().isEmpty()) {
            var words = SelectableText.wrapped(gpus.silence(), "small", "muted");
            words.setId("inspector-unmeasured");
            return InspectorSections.section("", words);
        }
        var grid = new GridPane(8, 6);
        grid.setId("inspector-gpus");
        grid.getStyleClass().add("gpu-table");
        for (int column = 0; column < 6; column++) {
            var wide = new ColumnConstraints();
            wide.setHgrow(column == 1 || column == 2 || column == 3 ? Priority.ALWAYS : Priority.NEVER);
            wide.setHalignment(column > 1 ? HPos.RIGHT : HPos.LEFT);
            wide.setMinWidth(column == 4 ? SIGNED : 0);
            grid.getColumnConstraints().add(wide);
        }
        grid.addRow(0, heading("GPU"), heading(""), heading("Busy %"), heading("Memory %"), heading("°C"),
                heading("W"));
        int row = 1;
        for (var device : gpus.devices()) {
            grid.addRow(row++, name(device), division(device, gpus, cut),
                    level(device.reading(Metric.UTILISATION), gpus, "load"), level(device.memoryShare(), gpus, "plain"),
                    temperature(device, gpus, rules),
                    number(device.reading(Metric.POWER), gpus, MeasureText::whole));
        }
        var box = new VBox(8, grid);
        if (!gpus.aged().isEmpty()) {
            box.getChildren().addFirst(SelectableText.wrapped("Read " + gpus.aged() + " ago"
                    + (gpus.trouble().isEmpty() ? "" : ". " + gpus.trouble()), "small", "warn-text"));
        } else if (!gpus.trouble().isEmpty()) {
            box.getChildren().addFirst(SelectableText.wrapped(gpus.trouble(), "small", "warn-text"));
        }
        if (!gpus.source().isEmpty()) {
            var source = SelectableText.wrapped("Measured by " + gpus.source(), "caption", "muted");
            source.setId("inspector-source");
            box.getChildren().add(source);
        }
        return InspectorSections.section("", box);
    }

    private static Node temperature(GpuDevice device, NodeGpus gpus, AlertRules rules) {
        var number = number(device.reading(Metric.TEMPERATURE), gpus, MeasureText::whole);
        var measured = device.isInstance() || !gpus.aged().isEmpty() ? null : device.measured();
        var heat = measured == null ? Optional.<ThermalLimit>empty() : ThermalLimit.of(measured.values(), rules);
        return heat.map(hot -> HeatCell.of(number, hot)).orElse(number);
    }

    private static Label heading(String text) {
        var label = SelectableText.label(text, "caption");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private static Label name(GpuDevice device) {
        var name = SelectableText.label((device.index() < 0 ? "?" : Integer.toString(device.index()))
                + (device.isInstance() ? " · " + device.profile() : ""), "strong", "small");
        name.setMinWidth(device.isInstance() ? Region.USE_PREF_SIZE : 16);
        if (device.index() < 0) {
            name.setTooltip(new Tooltip("Which device this is is not known"));
        }
        return name;
    }

    /** That a GPU is cut, or that it is not to be had. */
    private static Node division(GpuDevice device, NodeGpus gpus, IntConsumer cut) {
        boolean mig = gpus.layouts().stream().anyMatch(layout -> layout.index() == device.index()
                && device.index() >= 0);
        if (mig) {
            var link = new Hyperlink("MIG");
            link.getStyleClass().add("gpu-cut");
            link.setAccessibleText("How GPU " + device.index() + " is cut");
            link.setOnAction(event -> cut.accept(device.index()));
            return link;
        }
        return switch (device.status()) {
            case USABLE -> SelectableText.label("", "caption");
            case UNHEALTHY -> sign(StatusGlyph.BROKEN, "Unhealthy: withheld from the scheduler");
            case MAINTENANCE -> sign(StatusGlyph.CORDONED, "Maintenance: an administrator keeps new claims from it");
            case NOT_OFFERED -> sign(StatusGlyph.WARNING, "Not offered: in the machine, but not advertised");
            case UNKNOWN -> sign(StatusGlyph.UNREACHABLE, "Not known: the node does not report");
        };
    }

    private static Node sign(StatusGlyph glyph, String words) {
        var sign = glyph.node();
        sign.setMaxWidth(Region.USE_PREF_SIZE);
        sign.setAccessibleText(words);
        Tooltip.install(sign, new Tooltip(words));
        return sign;
    }

    private static Node level(MetricReading share, NodeGpus gpus, String style) {
        var number = number(share, gpus, MeasureText::percent);
        var cell = new HBox(8, LevelBar.of(share, gpus.aged().isEmpty() ? style : "stale"), number);
        cell.setAlignment(Pos.CENTER_RIGHT);
        return cell;
    }

    /** A number, or a dash that says why there is none. */
    static Label number(MetricReading reading, NodeGpus gpus, DoubleFunction<String> words) {
        var label = SelectableText.label(MeasureText.of(reading, words), "small");
        label.setMinWidth(NUMBER);
        label.setAlignment(Pos.CENTER_RIGHT);
        var reason = MeasureText.reason(reading);
        if (!reason.isEmpty()) {
            label.getStyleClass().add("muted");
            label.setTooltip(new Tooltip(SentenceText.begun(reason)));
        } else if (!gpus.aged().isEmpty()) {
            label.getStyleClass().add("stale-text");
            label.setTooltip(new Tooltip("Read " + gpus.aged() + " ago"));
        }
        return label;
    }
}
