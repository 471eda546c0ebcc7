package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.NodeGpuModelUsage;
import tessera.gpu.PodOwnerFinder;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapCanvas.HeatmapPointerTarget;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.TextLabelFactory;

/** Small floating card with the numbers of the item under the pointer. */
final class HeatmapHoverCard extends VBox {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapHoverCard.class);
    private static final int LISTED = 6;
    /** Names may be longer than a screen is wide. */
    private static final double WIDEST = 560;

    private final DeviceTrendSource trends;

    HeatmapHoverCard(DeviceTrendSource trends) {
        this.trends = trends;
        getStyleClass().add("hover-card");
        setManaged(false);
        setMaxWidth(WIDEST);
        setMouseTransparent(true);
        setVisible(false);
    }

    void show(HeatmapPointerTarget target, PodListCompleteness visibility) {
        getChildren().setAll(titleRow(target));
        getChildren().addAll(new HoverCardMeasurementsFactory(trends).measureNodes(target));
        getChildren().add(usageGrid(target, visibility));
        if (visibility != PodListCompleteness.NONE) {
            holderLabels(target).forEach(getChildren()::add);
        }
        setVisible(true);
        // Its letters have no size before their style is known, and it does not wait for the next pulse.
        applyCss();
        autosize();
    }

    private static HBox titleRow(HeatmapPointerTarget target) {
        var node = target.position().card().node();
        var name = TextLabelFactory.label(node.name(), "hover-title");
        name.setMinWidth(USE_PREF_SIZE);
        var product = TextLabelFactory.label(modelText(target) + " · " + node.divisionText(), "muted");
        var box = new HBox(8, name, product);
        box.setAlignment(javafx.geometry.Pos.BASELINE_LEFT);
        return box;
    }

    /** Returns the model of the GPU under the pointer; of a node those of all its GPUs. */
    private static String modelText(HeatmapPointerTarget target) {
        var card = target.position().card();
        var device = target.pointedTile()
                .flatMap(_ -> GpuDevice.of(card.node(), card.readings(), card.tiles(), target.tile()));
        return device.map(GpuDevice::product).orElse(card.node().product()).title();
    }

    private static GridPane usageGrid(HeatmapPointerTarget target, PodListCompleteness visibility) {
        var grid = new GridPane(12, 4);
        int row = 0;
        for (var amount : NodeGpuModelUsage.of(target.position().card().node(), visibility)) {
            var use = amount.use();
            var name = TextLabelFactory.label(amount.sourceText(), "mono", "muted");
            var text = switch (target.position().card().node().sight(visibility)) {
                case ALL -> MESSAGES.text("hover.allocated",
                        GroupedNumberFormatter.bounded(use.allocated(), amount.allocated()),
                        GroupedNumberFormatter.count(use.allocatable()),
                        GroupedNumberFormatter.bounded(amount.usable(), amount.free()));
                case SOME -> MESSAGES.text("hover.allocatedOnly",
                        GroupedNumberFormatter.bounded(use.allocated(), amount.allocated()),
                        GroupedNumberFormatter.count(use.allocatable()));
                case NONE -> MESSAGES.text("hover.useUnknown", GroupedNumberFormatter.count(use.allocatable()));
            };
            var node = target.position().card().node();
            grid.addRow(row++, name, new Label(node.isExcess(use) ? MESSAGES.text("hover.noGpuLeft") : text));
            if (use.unhealthy() > 0) {
                var withheld = new Label(node.withheldText(use));
                withheld.getStyleClass().add(node.withheldDevices() > 0 ? "danger-text" : "muted");
                grid.add(withheld, 1, row++);
            }
        }
        if (row == 0) {
            grid.addRow(0, new Label(MESSAGES.text("hover.noResource")));
        }
        return grid;
    }

    /** Of a GPU the pods that hold it, and those that may; of a node all its pods that hold any. */
    private static List<Label> holderLabels(HeatmapPointerTarget target) {
        var card = target.position().card();
        if (target.tile() < 0 || target.tile() >= card.tiles().size()) {
            return lines(card.node().holders(), "");
        }
        var device = GpuDevice.of(card.node(), card.readings(), card.tiles(), target.tile());
        if (device.isEmpty()) {
            return lines(card.tiles().get(target.tile()).parts().stream().map(GpuHeatmapTile.AllocatableGpuPart::holder)
                    .flatMap(Stream::ofNullable).distinct().toList(), "");
        }
        var labels = new ArrayList<>(lines(device.get().knownHolders(), ""));
        labels.addAll(lines(device.get().possibleHolders(), MESSAGES.text("hover.perhaps")));
        return labels;
    }

    private static List<Label> lines(List<PodSummary> pods, String before) {
        var labels = new ArrayList<Label>();
        pods.stream().limit(LISTED).forEach(pod -> {
            var label = new Label(before + podText(pod));
            label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            labels.add(label);
        });
        if (pods.size() > LISTED) {
            labels.add(new Label(
                    MESSAGES.text(before.isEmpty() ? "hover.more" : "hover.perhapsMore", pods.size() - LISTED)));
        }
        return labels;
    }

    private static String podText(PodSummary pod) {
        var owner = PodOwnerFinder.ownerOf(pod);
        return pod.namespace() + " · " + pod.name() + (owner.exists() ? " · " + owner.kind() : "");
    }

    /** Measurements of the GPU under the pointer, now and over the last hour; of a node, the reason for missing ones. */
    private record HoverCardMeasurementsFactory(DeviceTrendSource trends) {

        private static final double WIDTH = 72;
        private static final double HEIGHT = 16;

        List<Node> measureNodes(HeatmapPointerTarget target) {
            var card = target.position().card();
            var readings = card.readings();
            var tile = target.pointedTile();
            if (readings == null || readings.at() == null) {
                return List.of(remarkLabel(MESSAGES.text("hover.unmeasured",
                        readings == null ? MESSAGES.text("hover.unread") : readings.missingReason().reasonText())));
            }
            var rows = new ArrayList<Node>();
            if (!card.recent()) {
                rows.add(remarkLabel(MESSAGES.text("hover.stale")));
            }
            var device = tile.map(GpuHeatmapTile::device).orElse(null);
            if (device != null) {
                var name = TextLabelFactory.label(device.deviceTitle(), "strong");
                rows.addAll(List.of(name, measureGrid(card, device)));
            } else if (tile.isPresent() && card.recent()) {
                int index = tile.get().index();
                rows.add(remarkLabel(index < 0 ? MESSAGES.text("hover.unidentified")
                        : MESSAGES.text("hover.unreported", index, card.node().name())));
            }
            return rows;
        }

        private GridPane measureGrid(NodeCardState card, DeviceReadings device) {
            var grid = new GridPane(12, 6);
            grid.add(remarkLabel(MESSAGES.text("hover.lastHour")), 1, 0);
            var used = device.readingOf(DeviceMetric.MEMORY_USED);
            var total = device.readingOf(DeviceMetric.MEMORY_TOTAL);
            addRow(grid, MESSAGES.text("hover.busy"), createSparkline(card, device, DeviceMetric.UTILISATION),
                    readingText(card, device.readingOf(DeviceMetric.UTILISATION), MeasuredNumberFormatter::percent,
                            " %"));
            addRow(grid, MESSAGES.text("hover.memory"), createSparkline(card, device, DeviceMetric.MEMORY_USED),
                    readingText(card, used, MeasuredNumberFormatter::gibibytes, MESSAGES.text("hover.ofMemory",
                            MeasuredNumberFormatter.valueText(total, MeasuredNumberFormatter::gibibytes))));
            addRow(grid, MESSAGES.text("hover.power"), createSparkline(card, device, DeviceMetric.POWER),
                    readingText(card, device.readingOf(DeviceMetric.POWER), MeasuredNumberFormatter::whole, " W"));
            addRow(grid, MESSAGES.text("hover.temperature"), createSparkline(card, device, DeviceMetric.TEMPERATURE),
                    readingText(card, device.readingOf(DeviceMetric.TEMPERATURE), MeasuredNumberFormatter::whole,
                            " °C"));
            return grid;
        }

        private Sparkline createSparkline(NodeCardState card, DeviceReadings device, DeviceMetric deviceMetric) {
            var sparkline = new Sparkline(deviceMetric == DeviceMetric.UTILISATION ? "load" : "plain", WIDTH, HEIGHT);
            sparkline.show(
                    trends.trendOf(DeviceSeriesKey.of(card.node().name(), device), deviceMetric, device.values()),
                    deviceMetric.title());
            return sparkline;
        }

        /** Returns the reading's text; an outdated number is not shown as current. */
        private static String readingText(NodeCardState card, MetricReading reading, DoubleFunction<String> words,
                String unit) {
            var reason = MeasuredNumberFormatter.missingReason(reading);
            if (!reason.isEmpty()) {
                return reason;
            }
            if (card.recent()) {
                return MeasuredNumberFormatter.valueText(reading, words) + unit;
            }
            return MeasuredNumberFormatter.MISSING;
        }

        private static void addRow(GridPane grid, String title, Node line, String text) {
            var number = new Label(text);
            GridPane.setHalignment(number, HPos.RIGHT);
            grid.addRow(grid.getRowCount(), remarkLabel(title), line, number);
        }

        private static Label remarkLabel(String text) {
            return TextLabelFactory.label(text, "muted");
        }
    }
}
