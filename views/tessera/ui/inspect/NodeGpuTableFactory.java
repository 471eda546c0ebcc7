package tessera.ui.inspect;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.IntConsumer;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.alerts.TemperatureLimitViolation;
import tessera.gpu.GpuDevice;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FilledShareBar;
import tessera.ui.kit.HighTemperatureCellFactory;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Small table of a node's GPUs with their measurements. */
final class NodeGpuTableFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuTableFactory.class);
    private static final double NUMBER = 40;
    /** With room for a sign that is not read with what stands before it. */
    private static final double SIGNED = 52;

    private NodeGpuTableFactory() {}

    /**
     * Returns the table, or a sentence where nothing is measured.
     *
     * @param rules by which a device is judged too hot
     * @param cut   called with the number of a MIG GPU whose layout is wanted
     */
    static Node tableOf(NodeGpuMeasurements gpus, AlertRules rules, IntConsumer cut) {
        if (!gpus.missingReason().isEmpty()) {
            var text = TextLabelFactory.wrapped(gpus.missingReason(), "small", "muted");
            text.setId("inspector-unmeasured");
            return InspectorPageElementFactory.section("", text);
        }
        var grid = headedGrid();
        int row = 1;
        for (var device : gpus.devices()) {
            grid.addRow(row++, nameLabel(device), layoutCell(device, gpus, cut),
                    levelCell(device.reading(DeviceMetric.UTILISATION), gpus, "load"),
                    levelCell(device.memoryShare(), gpus, "plain"), temperatureCell(device, gpus, rules),
                    numberCell(device.reading(DeviceMetric.POWER), gpus, MeasuredNumberFormatter::whole));
        }
        var box = new VBox(8, grid);
        if (!gpus.ageText().isEmpty()) {
            box.getChildren().addFirst(TextLabelFactory
                    .wrapped(MESSAGES.text("gpus.readAge", gpus.ageText(), gpus.problemText()), "small", "warn-text"));
        } else if (!gpus.problemText().isEmpty()) {
            box.getChildren().addFirst(TextLabelFactory.wrapped(gpus.problemText(), "small", "warn-text"));
        }
        if (!gpus.source().isEmpty()) {
            var source = TextLabelFactory.wrapped(MESSAGES.text("gpus.source", gpus.source()), "caption", "muted");
            source.setId("inspector-source");
            box.getChildren().add(source);
        }
        return InspectorPageElementFactory.section("", box);
    }

    /** The grid with its headings alone. */
    private static GridPane headedGrid() {
        var grid = LayoutBoxFactory.withStyle(new GridPane(8, 6), "gpu-table");
        grid.setId("inspector-gpus");
        for (int column = 0; column < 6; column++) {
            var wide = new ColumnConstraints();
            wide.setHgrow(column == 1 || column == 2 || column == 3 ? Priority.ALWAYS : Priority.NEVER);
            wide.setHalignment(column > 1 ? HPos.RIGHT : HPos.LEFT);
            wide.setMinWidth(column == 4 ? SIGNED : 0);
            grid.getColumnConstraints().add(wide);
        }
        grid.addRow(0, headingLabel(MESSAGES.text("caption.gpu")), headingLabel(""),
                headingLabel(MESSAGES.text("mig.busy")), headingLabel(MESSAGES.text("gpus.memory")),
                headingLabel(MESSAGES.text("gpus.temperature")), headingLabel(MESSAGES.text("gpus.power")));
        return grid;
    }

    private static Node temperatureCell(GpuDevice device, NodeGpuMeasurements gpus, AlertRules rules) {
        var number = numberCell(device.reading(DeviceMetric.TEMPERATURE), gpus, MeasuredNumberFormatter::whole);
        var deviceReadings = device.isInstance() || !gpus.ageText().isEmpty() ? null : device.readings();
        var heat = deviceReadings == null ? Optional.<TemperatureLimitViolation>empty()
                : TemperatureLimitViolation.of(deviceReadings.values(), rules);
        return heat.map(hot -> HighTemperatureCellFactory.cellOf(number, hot)).orElse(number);
    }

    private static Label headingLabel(String text) {
        return TextLabelFactory.whole(text, "caption");
    }

    private static Label nameLabel(GpuDevice device) {
        var number = device.numberLabel();
        var name = TextLabelFactory.label((number.isEmpty() ? MeasuredNumberFormatter.MISSING : number)
                + (device.isInstance() ? " · " + device.profile() : ""), "strong", "small");
        name.setMinWidth(device.isInstance() ? Region.USE_PREF_SIZE : 16);
        if (device.index() < 0) {
            name.setTooltip(new Tooltip(device.uuid().isEmpty() ? MESSAGES.text("gpus.deviceUnknown")
                    : MESSAGES.text("gpus.indexUnknown", device.uuid())));
        }
        return name;
    }

    /** Returns the MIG layout of a GPU, or its status where it is not usable. */
    private static Node layoutCell(GpuDevice device, NodeGpuMeasurements gpus, IntConsumer cut) {
        boolean mig = gpus.layouts().stream()
                .anyMatch(layout -> layout.index() == device.index() && device.index() >= 0);
        if (mig) {
            var link = InputControlFactory.link(MESSAGES.text("gpus.mig"), () -> cut.accept(device.index()), "gpu-cut");
            link.setAccessibleText(MESSAGES.text("gpus.migOf", device.index()));
            return link;
        }
        return switch (device.status()) {
            case USABLE -> TextLabelFactory.label("", "caption");
            case UNHEALTHY -> signNode(StatusGlyph.BROKEN, MESSAGES.text("gpus.unhealthy"));
            case FAULTY -> signNode(StatusGlyph.BROKEN, MESSAGES.text("gpus.faulty", device.faultText()));
            case MAINTENANCE -> signNode(StatusGlyph.CORDONED, MESSAGES.text("gpus.maintenance"));
            case NOT_OFFERED -> signNode(StatusGlyph.WARNING, MESSAGES.text("gpus.notOffered"));
            case UNKNOWN -> signNode(StatusGlyph.UNREACHABLE, MESSAGES.text("gpus.unknown"));
        };
    }

    private static Node signNode(StatusGlyph glyph, String text) {
        var sign = glyph.node();
        sign.setMaxWidth(Region.USE_PREF_SIZE);
        sign.setAccessibleText(text);
        Tooltip.install(sign, new Tooltip(text));
        return sign;
    }

    private static Node levelCell(MetricReading share, NodeGpuMeasurements gpus, String style) {
        var number = numberCell(share, gpus, MeasuredNumberFormatter::percent);
        var cell = new HBox(8, FilledShareBar.of(share, gpus.ageText().isEmpty() ? style : "stale"), number);
        cell.setAlignment(Pos.CENTER_RIGHT);
        return cell;
    }

    /** Returns a number, or a dash with the reason why there is none. */
    static Label numberCell(MetricReading reading, NodeGpuMeasurements gpus, DoubleFunction<String> words) {
        var label = TextLabelFactory.label(MeasuredNumberFormatter.valueText(reading, words), "small");
        label.setMinWidth(NUMBER);
        label.setAlignment(Pos.CENTER_RIGHT);
        return TextLabelFactory.withReason(label, reading, gpus.ageText());
    }
}
