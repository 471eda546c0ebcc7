package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.alerts.TemperatureLimitViolation;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuHeatmapTile;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.DeviceHourTrend;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.FilledShareBar;
import tessera.ui.kit.HighTemperatureCellFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/**
 * A device or MIG instance in the table.
 *
 * @param sight what of the pods is seen
 * @param ageText  how old its readings are, in words; empty while they are fresh
 * @param position among the devices of its node
 * @param heat  how its temperature is judged; empty where it is not too high, or old
 */
record GpuTableRow(GpuDevice device, PodListCompleteness sight, String ageText, int position,
        Optional<TemperatureLimitViolation> heat) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuTableRow.class);

    /** Returns the key of the row, which also works where the device is not identified. */
    String key() {
        return device.node().name() + "/" + position;
    }

    String name() {
        return device.node().name() + " · " + numberLabel() + (device.isInstance() ? " · " + profileText() : "");
    }

    /** Returns what tells the GPU from others of its node; a dash if nothing does. */
    String numberLabel() {
        var label = device.numberLabel();
        return OptionalText.orElse(label, MeasuredNumberFormatter.MISSING);
    }

    /** Returns the profile of an instance, with its number where it is known. */
    String profileText() {
        var instance = device.instance();
        return instance == null ? device.profile() : device.profile() + " #" + instance.id();
    }

    String model() {
        return device.product().title();
    }

    String holdersText() {
        if (sight == PodListCompleteness.NONE) {
            return MESSAGES.text("row.unknown");
        }
        var pods = device.holderText(", ");
        return pods.isEmpty() && sight != PodListCompleteness.ALL ? MESSAGES.text("row.noneSeen") : pods;
    }

    boolean isHeld() {
        return device.isHeld();
    }

    String stateText() {
        return MESSAGES.text(stateKey());
    }

    List<String> stateWords() {
        return MESSAGES.searchTexts(stateKey());
    }

    private String stateKey() {
        return switch (device.status()) {
            case USABLE -> device.node().isClosed() ? "state.cordoned" : "state.ready";
            case UNHEALTHY -> "state.unhealthy";
            case FAULTY -> "state.faulty";
            case MAINTENANCE -> "state.maintenance";
            case NOT_OFFERED -> "state.notOffered";
            case UNKNOWN -> "state.unknown";
        };
    }

    boolean isUnusable() {
        return device.status() != GpuHeatmapTile.GpuTileStatus.USABLE;
    }

    OptionalDouble valueOf(DeviceMetric deviceMetric) {
        return valueOf(device.reading(deviceMetric));
    }

    static OptionalDouble valueOf(MetricReading reading) {
        if (reading instanceof MetricReading.MeasuredMetricReading(double value)) {
            return OptionalDouble.of(value);
        }
        return OptionalDouble.empty();
    }

    private static Optional<Comparable<?>> sortValue(MetricReading reading) {
        if (reading instanceof MetricReading.MeasuredMetricReading(double value)) {
            return Optional.of(value);
        }
        return Optional.empty();
    }

    private static DataTableColumn<GpuTableRow> metricColumn(String id, String titleKey, DeviceMetric deviceMetric,
            DoubleFunction<String> words) {
        return new DataTableColumn<GpuTableRow>(id, MESSAGES.text(titleKey), true, 76, true, 0,
                row -> MeasuredNumberFormatter.valueText(row.device.reading(deviceMetric), words),
                row -> sortValue(row.device.reading(deviceMetric)), Optional.empty())
                .withDrawing(row -> GpuTableCellFactory.numberCell(row, row.device.reading(deviceMetric), words));
    }

    /** A number that GPUs of others do not have. */
    private static DataTableColumn<GpuTableRow> ofNvidia(DataTableColumn<GpuTableRow> column) {
        return column.withText(row -> row.device.node().vendor().equals("NVIDIA") ? column.text().apply(row) : "");
    }

    static List<DataTableColumn<GpuTableRow>> columns(DeviceTrendSource trends) {
        var busy = new GpuTrendColumn(trends, DeviceMetric.UTILISATION, MeasuredNumberFormatter::percent);
        var trendColumn = new GpuTrendColumn(trends, DeviceMetric.MEMORY_USED, MeasuredNumberFormatter::gibibytes);
        var first = List.of(
                DataTableColumn.<GpuTableRow>text("gpu", MESSAGES.text("column.gpu"), 190, GpuTableRow::name)
                        .withDrawing(GpuTableCellFactory::nameCell),
                DataTableColumn.<GpuTableRow>text("model", MESSAGES.text("column.model"), 130, GpuTableRow::model)
                        .withDrawing(GpuTableCellFactory::modelCell).hiddenWhenNarrow(4),
                DataTableColumn
                        .<GpuTableRow>text("holders", MESSAGES.text("column.pods"), 218, GpuTableRow::holdersText)
                        .withDrawing(GpuTableCellFactory::holdersCell).hiddenWhenNarrow(1),
                metricColumn("util", "column.busy", DeviceMetric.UTILISATION, MeasuredNumberFormatter::percent)
                        .withWidth(110).withDrawing(GpuTableCellFactory::busyCell),
                busy.column("busy-hour", MESSAGES.text("column.busyTrend", DeviceTrendSource.SPAN_WORDS),
                        row -> sortValue(row.device.reading(DeviceMetric.UTILISATION))).hiddenWhenNarrow(6),
                new DataTableColumn<GpuTableRow>("memory", MESSAGES.text("column.memory"), true, 160, true, 0,
                        GpuTableCellFactory::memoryText, row -> sortValue(row.device.memoryShare()), Optional.empty())
                        .withDrawing(GpuTableCellFactory::memoryCell).hiddenWhenNarrow(3),
                trendColumn.column("memory-hour", MESSAGES.text("column.memoryTrend", DeviceTrendSource.SPAN_WORDS),
                        row -> sortValue(row.device.memoryShare())).hidden(),
                metricColumn("temperature", "column.temperature", DeviceMetric.TEMPERATURE,
                        MeasuredNumberFormatter::whole).withDrawing(GpuTableCellFactory::temperatureCell)
                        .hiddenWhenNarrow(2),
                metricColumn("power", "column.power", DeviceMetric.POWER, MeasuredNumberFormatter::whole)
                        .hiddenWhenNarrow(5),
                metricColumn("clock", "column.clock", DeviceMetric.SM_CLOCK, MeasuredNumberFormatter::whole).hidden(),
                ofNvidia(metricColumn("tensor", "column.tensor", DeviceMetric.TENSOR_ACTIVE,
                        MeasuredNumberFormatter::percent)).hiddenWhenNarrow(8),
                ofNvidia(metricColumn("xid", "column.xid", DeviceMetric.XID, MeasuredNumberFormatter::code))
                        .hiddenWhenNarrow(7),
                DataTableColumn.<GpuTableRow>text("state", MESSAGES.text("column.state"), 110, GpuTableRow::stateText)
                        .withDrawing(GpuTableCellFactory::stateCell));
        return Stream.concat(first.stream(), furtherColumns().stream()).toList();
    }

    /** Columns that are hidden until they are chosen. */
    private static List<DataTableColumn<GpuTableRow>> furtherColumns() {
        return List.of(
                metricColumn("limit", "column.limit", DeviceMetric.POWER_LIMIT, MeasuredNumberFormatter::whole)
                        .hidden(),
                metricColumn("memory-temperature", "column.memoryTemperature", DeviceMetric.MEMORY_TEMPERATURE,
                        MeasuredNumberFormatter::whole).hidden(),
                metricColumn("memory-clock", "column.memoryClock", DeviceMetric.MEMORY_CLOCK,
                        MeasuredNumberFormatter::whole).hidden(),
                metricColumn("bandwidth", "column.bandwidth", DeviceMetric.MEMORY_BANDWIDTH,
                        MeasuredNumberFormatter::percent).hidden(),
                metricColumn("sm", "column.sm", DeviceMetric.SM_ACTIVE, MeasuredNumberFormatter::percent).hidden(),
                metricColumn("encoder", "column.encoder", DeviceMetric.ENCODER, MeasuredNumberFormatter::percent)
                        .hidden(),
                metricColumn("decoder", "column.decoder", DeviceMetric.DECODER, MeasuredNumberFormatter::percent)
                        .hidden(),
                metricColumn("pcie-sent", "column.pcieSent", DeviceMetric.PCIE_SENT, MeasuredNumberFormatter::rate)
                        .hidden(),
                metricColumn("pcie-received", "column.pcieReceived", DeviceMetric.PCIE_RECEIVED,
                        MeasuredNumberFormatter::rate).hidden(),
                metricColumn("replays", "column.replays", DeviceMetric.PCIE_REPLAYS, MeasuredNumberFormatter::whole)
                        .hidden(),
                metricColumn("ecc", "column.ecc", DeviceMetric.ECC_UNCORRECTABLE, MeasuredNumberFormatter::whole)
                        .hidden(),
                metricColumn("remap", "column.remap", DeviceMetric.ROW_REMAP_FAILURE, MeasuredNumberFormatter::code)
                        .hidden(),
                metricColumn("energy", "column.energy", DeviceMetric.ENERGY, MeasuredNumberFormatter::energy).hidden(),
                DataTableColumn.<GpuTableRow>text("uuid", MESSAGES.text("column.uuid"), 300, GpuTableRow::uuid)
                        .hidden(),
                DataTableColumn.<GpuTableRow>text("bus", MESSAGES.text("column.bus"), 140, GpuTableRow::busId).hidden(),
                DataTableColumn.<GpuTableRow>text("driver", MESSAGES.text("column.driver"), 100,
                        row -> row.device.node().driver()).hidden());
    }

    String uuid() {
        var deviceReadings = device.readings();
        return deviceReadings == null ? "" : deviceReadings.uuid();
    }

    private String busId() {
        var deviceReadings = device.readings();
        return deviceReadings == null ? "" : deviceReadings.bus();
    }

    /** Column of small trend lines of one metric over the last hour. Read only for rows in sight, and when rows are exported. */
    private record GpuTrendColumn(DeviceTrendSource trends, DeviceMetric metric, DoubleFunction<String> number) {

        private static final double WIDTH = 92;
        private static final double HEIGHT = 22;

        /** Returns the column of the metric. */
        DataTableColumn<GpuTableRow> column(String id, String title,
                Function<GpuTableRow, Optional<Comparable<?>>> order) {
            return new DataTableColumn<GpuTableRow>(id, title, false, WIDTH + 16, true, 0, this::trendText, order,
                    Optional.empty()).withCellDrawing(GpuTrendCell::new);
        }

        private Optional<DeviceHourTrend> trendOf(GpuTableRow row) {
            return DeviceTrendSource.deviceKey(row.device())
                    .map(key -> trends.trendOf(key, metric, row.device().values()));
        }

        private String trendText(GpuTableRow row) {
            return trendOf(row).map(trend -> trend.summaryText(number)).orElse(MeasuredNumberFormatter.MISSING);
        }

        /** Table cell that draws a trend line. */
        private final class GpuTrendCell implements Function<GpuTableRow, Node> {

            private final Sparkline sparkline = new Sparkline(metric == DeviceMetric.UTILISATION ? "load" : "plain",
                    WIDTH, HEIGHT);
            private final Tooltip tip = new Tooltip();

            GpuTrendCell() {
                Tooltip.install(sparkline, tip);
            }

            @Override
            public Node apply(GpuTableRow row) {
                var trend = trendOf(row);
                sparkline.setVisible(trend.filter(DeviceHourTrend::isDrawable).isPresent());
                trend.ifPresent(displayedTrend -> {
                    var text = displayedTrend.summaryText(number);
                    sparkline.show(displayedTrend, text);
                    tip.setText(text.equals(MeasuredNumberFormatter.MISSING) ? MESSAGES.text("trend.none")
                            : MESSAGES.text("trend.tip", text));
                });
                return sparkline;
            }
        }
    }

    /** Drawn cells of the GPUs table. */
    static final class GpuTableCellFactory {

        private GpuTableCellFactory() {}

        static Node nameCell(GpuTableRow row) {
            var node = TextLabelFactory.label(row.device().node().name(), "strong");
            var index = new Label(row.numberLabel());
            index.getStyleClass().add(row.device().index() < 0 ? "muted" : "strong");
            if (row.device().index() < 0) {
                var uuid = row.device().uuid();
                TooltipFactory.install(index,
                        uuid.isEmpty() ? MESSAGES.text("row.unidentified") : MESSAGES.text("row.noIndex", uuid));
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
            var number = numberCell(row, row.device().reading(DeviceMetric.TEMPERATURE),
                    MeasuredNumberFormatter::whole);
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
}
