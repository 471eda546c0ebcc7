package tessera.ui.nodes;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.alerts.TemperatureLimitViolation;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.GpuTileStrip;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.HighTemperatureCellFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/**
 * One node in the table. GPUs are physical ones, each counted once.
 *
 * @param podVisibility     what of the pods is seen
 * @param age       since the node was made; negative when that is not known
 * @param thermalLimit      how its hottest board is judged; empty where none is too hot
 */
record NodeRow(NodeCardState card, PodListCompleteness podVisibility, Duration age,
        Optional<TemperatureLimitViolation> thermalLimit) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeRow.class);

    boolean hasKnownUse() {
        return podVisibility != PodListCompleteness.NONE;
    }

    boolean isComplete() {
        return podVisibility == PodListCompleteness.ALL;
    }

    private static final String OWN_TAINTS = "node.kubernetes.io/";
    private static final String ZONE = "topology.kubernetes.io/zone";

    GpuNode node() {
        return card.node();
    }

    String name() {
        return node().name();
    }

    /** Returns the tally of the node's GPUs as far as pods are visible. */
    GpuStatusCounts tally() {
        return node().tally(podVisibility);
    }

    /** Returns whether the node's GPUs are counted: not where they are allocated by resource claims alone. */
    private boolean hasGpuCount() {
        return !node().isUncounted();
    }

    /** Returns the reason for a dash in place of a GPU number; empty where there is none. */
    String gapText() {
        if (!hasGpuCount()) {
            return MESSAGES.text("gap.claims");
        }
        if (node().isLost()) {
            return MESSAGES.text("gap.lost", lastReportText());
        }
        if (hasKnownUse()) {
            return "";
        }
        return MESSAGES.text("gap.pods");
    }

    private String lastReportText() {
        if (node().uses().isEmpty()) {
            return MESSAGES.text("gap.noGpus");
        }
        return node().uses().stream()
                .map(use -> MESSAGES.text("gap.lastUse", GroupedNumberFormatter.count(use.allocatable()),
                        use.resource(), hasKnownUse() ? minimumText(use.allocated()) : ""))
                .collect(SentenceJoiner.toClauses());
    }

    /** Returns whether the pods' allocation and the free remainder are currently known. */
    private boolean hasCurrentUse() {
        return hasKnownUse() && hasGpuCount() && !node().isLost();
    }

    /** Returns the number of GPUs; negative where it is not known, as are the numbers below. */
    long total() {
        return hasGpuCount() ? tally().total() : -1;
    }

    long usable() {
        var counts = tally();
        if (hasGpuCount() && !node().isLost()) {
            return counts.total() - counts.unhealthy() - counts.faulty() - counts.notOffered() - counts.closed();
        }
        return -1;
    }

    long allocated() {
        return hasCurrentUse() ? tally().allocated() : -1;
    }

    long free() {
        return hasCurrentUse() ? tally().free() : -1;
    }

    long podCount() {
        return hasKnownUse() ? node().holders().size() : -1;
    }

    private String minimumText(long number) {
        return number < 0 ? "–" : GroupedNumberFormatter.atLeast(number, isComplete());
    }

    String freeText() {
        return free() < 0 ? "–" : GroupedNumberFormatter.bounded(free(), node().freeBound(podVisibility));
    }

    String allocatedText() {
        if (allocated() < 0) {
            return "–";
        }
        return GroupedNumberFormatter.bounded(allocated(), node().allocatedBound(podVisibility));
    }

    String conditionText() {
        return switch (node().state()) {
            case UNREACHABLE -> MESSAGES.text("condition.unreachable");
            case NOT_READY -> MESSAGES.text("condition.notReady");
            case CHANGING -> MESSAGES.text("condition.changing");
            case NOT_OFFERED -> MESSAGES.text("condition.notOffered");
            case UNHEALTHY -> MESSAGES.text("condition.unhealthy", node().withheldDevices());
            case FAULTY -> node().faultTexts().stream().findFirst().orElse(MESSAGES.text("condition.faulty"));
            case OFFER_UNKNOWN -> MESSAGES.text("condition.offerUnknown");
            case CORDONED ->
                node().isCordoned() ? MESSAGES.text("condition.cordoned") : MESSAGES.text("condition.closed");
            case MAINTENANCE -> MESSAGES.text("condition.maintenance");
            case READY -> MESSAGES.text("condition.ready");
        };
    }

    StatusGlyph conditionGlyph() {
        return StatusGlyph.forNode(node().state());
    }

    String labelValue(String key) {
        return node().info().nodeSummary().label(key);
    }

    String taintsText() {
        return String.join(", ", node().info().nodeSummary().taints().stream().map(Taint::toString).toList());
    }

    /** Returns the taints that repel pods without their values, which add nothing to the keys. */
    String briefTaintsText() {
        return String.join(", ", node().info().nodeSummary().taints().stream()
                .map(taint -> taint.key().replace(OWN_TAINTS, "") + ":" + taint.effect()).toList());
    }

    private String kubeletVersion() {
        return node().info().nodeSummary().system().kubelet();
    }

    private String usedText(String resource, LongFunction<String> words) {
        var use = node().info().useOf(resource);
        if (hasKnownUse()) {
            return (isComplete() ? "" : "≥ ") + words.apply(use.allocated()) + " / " + words.apply(use.allocatable());
        }
        return "–";
    }

    private Optional<Comparable<?>> usedShare(String resource) {
        var use = node().info().useOf(resource);
        if (use.allocatable() == 0 || !hasKnownUse()) {
            return Optional.empty();
        }
        return Optional.of((double) use.allocated() / use.allocatable());
    }

    private static String kilowattsText(double watts) {
        if (watts < 100) {
            return String.format(Locale.ROOT, "%.2f", Math.floor(watts / 10) / 100);
        }
        return String.format(Locale.ROOT, "%.1f", Math.floor(watts / 100) / 10);
    }

    private static DataTableColumn<NodeRow> measureColumn(String id, String titleKey, double width,
            Function<NodeRow, NodeGpuAggregateReading> measured, Function<NodeGpuAggregateReading, String> words) {
        return new DataTableColumn<NodeRow>(id, MESSAGES.text(titleKey), true, width, true, 0,
                row -> words.apply(measured.apply(row)), row -> measured.apply(row).sortKey(), Optional.empty())
                .withDrawing(row -> NodesTableCellFactory.measureLabel(measured.apply(row), words));
    }

    static List<DataTableColumn<NodeRow>> columns() {
        var first = List.of(
                textColumn("name", "column.node", 116, NodeRow::name).withDrawing(NodesTableCellFactory::nameCell),
                textColumn("model", "column.model", 124, row -> row.node().product().title()).hiddenWhenNarrow(1),
                numberColumn("capacity", "column.capacity", 66, NodeRow::total)
                        .withDrawing(NodesTableCellFactory.countCell(NodeRow::total)).hiddenWhenNarrow(6),
                numberColumn("usable", "column.allocatable", 86, NodeRow::usable)
                        .withDrawing(NodesTableCellFactory.countCell(NodeRow::usable)).hiddenWhenNarrow(4),
                numberColumn("allocated", "column.allocated", 124, NodeRow::allocated).withText(NodeRow::allocatedText)
                        .withDrawing(NodesTableCellFactory::allocationCell),
                numberColumn("free", "column.free", 52, NodeRow::free).withText(NodeRow::freeText)
                        .withDrawing(NodesTableCellFactory::freeCell),
                textColumn("sharing", "column.sharing", 100, row -> row.node().divisionText()).hiddenWhenNarrow(7),
                textColumn("layout", "column.layout", 118, row -> row.node().divisionText())
                        .withDrawing(NodesTableCellFactory::layoutCell).hiddenWhenNarrow(3),
                measureColumn("busy", "column.busy", 64, row -> NodeGpuAggregateReading.utilizationOf(row.card()),
                        busy -> busy.valueText(MeasuredNumberFormatter::percent)).hiddenWhenNarrow(2),
                measureColumn("memory-used", "column.memoryUsed", 62,
                        row -> NodeGpuAggregateReading.memoryUseOf(row.card()),
                        aggregate -> aggregate.valueText(MeasuredNumberFormatter::percent)).hiddenWhenNarrow(8),
                measureColumn("hottest", "column.hottest", 66, row -> NodeGpuAggregateReading.hottestOf(row.card()),
                        hottest -> hottest.valueText(MeasuredNumberFormatter::whole))
                        .withDrawing(NodesTableCellFactory::temperatureCell).hiddenWhenNarrow(5),
                measureColumn("power", "column.power", 56, row -> NodeGpuAggregateReading.powerOf(row.card()),
                        power -> power.sumText(NodeRow::kilowattsText)).hiddenWhenNarrow(9),
                textColumn("driver", "column.driver", 92, row -> row.node().driver())
                        .withDrawing(NodesTableCellFactory::driverCell).hiddenWhenNarrow(10),
                textColumn("condition", "column.condition", 128, NodeRow::conditionText)
                        .withDrawing(NodesTableCellFactory::conditionCell),
                numberColumn("age", "column.age", 60, row -> row.age().toSeconds())
                        .withText(row -> row.age().isNegative() ? "" : AgeFormatter.brief(row.age()))
                        .hiddenWhenNarrow(11));
        return Stream.concat(first.stream(), furtherColumns().stream()).toList();
    }

    /** Columns that are hidden until they are chosen. */
    private static List<DataTableColumn<NodeRow>> furtherColumns() {
        return List.of(
                numberColumn("pods", "column.pods", 74, NodeRow::podCount)
                        .withText(row -> row.minimumText(row.podCount())).hidden(),
                textColumn("taints", "column.taints", 210, NodeRow::taintsText)
                        .withDrawing(NodesTableCellFactory::taintsCell).hidden(),
                textColumn("cuda", "column.cuda", 60, row -> row.node().cuda()).hidden(),
                textColumn("zone", "column.zone", 110, row -> row.labelValue(ZONE)).hidden(),
                textColumn("cpu", "column.cpu", 110,
                        row -> row.usedText(ResourceAmounts.CPU, GroupedNumberFormatter::cores))
                        .orderedBy(row -> row.usedShare(ResourceAmounts.CPU)).hidden(),
                textColumn("memory", "column.memory", 150,
                        row -> row.usedText(ResourceAmounts.MEMORY, GroupedNumberFormatter::bytes))
                        .orderedBy(row -> row.usedShare(ResourceAmounts.MEMORY)).hidden(),
                textColumn("kubelet", "column.kubelet", 90, NodeRow::kubeletVersion).hidden(),
                textColumn("vendor", "column.vendor", 90, row -> row.node().vendor()).hidden());
    }

    private static DataTableColumn<NodeRow> textColumn(String id, String titleKey, double width,
            Function<NodeRow, String> text) {
        return DataTableColumn.text(id, MESSAGES.text(titleKey), width, text);
    }

    private static DataTableColumn<NodeRow> numberColumn(String id, String titleKey, double width,
            Function<NodeRow, Long> number) {
        return DataTableColumn.number(id, MESSAGES.text(titleKey), width, number);
    }

    /** Cells of the nodes table that are drawn. */
    private static final class NodesTableCellFactory {

        private static final int MOST_SEGMENTS = 16;
        private static final double BAR = 72;

        private NodesTableCellFactory() {}

        static Node nameCell(NodeRow row) {
            return TextLabelFactory.shrinkableName(row.name(), "strong");
        }

        /** Draws one segment per GPU: allocated, free if all pods are visible, or out of service; the number behind it. */
        static Node allocationCell(NodeRow row) {
            var bar = LayoutBoxFactory.row(1);
            int total = (int) Math.min(row.total(), MOST_SEGMENTS);
            double width = Math.floor((BAR - Math.max(0, total - 1)) / Math.max(1, total));
            for (int i = 0; i < total; i++) {
                var segment = new Region();
                long at = row.total() <= MOST_SEGMENTS ? i : i * row.total() / MOST_SEGMENTS;
                segment.getStyleClass().addAll("segment", segmentStyle(row, at));
                segment.setMinSize(width, 8);
                segment.setMaxSize(width, 8);
                bar.getChildren().add(segment);
            }
            bar.setMinWidth(BAR);
            var number = new Label(row.allocatedText());
            number.setAlignment(Pos.CENTER_RIGHT);
            number.setMaxWidth(Double.MAX_VALUE);
            explainMissing(number, row, row.allocated());
            HBox.setHgrow(number, Priority.ALWAYS);
            return LayoutBoxFactory.row(8, bar, number);
        }

        /** Returns a cell factory for a number of GPUs, or a dash with the reason for its absence. */
        static Function<NodeRow, Node> countCell(ToLongFunction<NodeRow> number) {
            return row -> {
                long count = number.applyAsLong(row);
                var label = new Label(count < 0 ? "–" : GroupedNumberFormatter.count(count));
                label.setMaxWidth(Double.MAX_VALUE);
                label.setAlignment(Pos.CENTER_RIGHT);
                explainMissing(label, row, count);
                return label;
            };
        }

        private static void explainMissing(Label label, NodeRow row, long number) {
            if (number < 0) {
                TooltipFactory.install(label, row.gapText());
                label.getStyleClass().add("muted");
            }
        }

        private static String segmentStyle(NodeRow row, long at) {
            if (!row.hasKnownUse()) {
                return "unknown";
            }
            var counts = row.tally();
            if (at < counts.exclusive()) {
                return "whole";
            }
            if (at < counts.allocated()) {
                if (row.card().tiles().stream()
                        .anyMatch(tile -> tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED)) {
                    return "shared";
                }
                return "mig";
            }
            long usable = counts.allocated() + counts.free();
            if (at < usable) {
                return row.isComplete() ? "free" : "unknown";
            }
            return outOfServiceStyle(counts, at - usable);
        }

        private static String outOfServiceStyle(GpuStatusCounts counts, long at) {
            long shut = counts.cordoned() + counts.closed();
            if (at < shut) {
                return "closed";
            }
            if (at < shut + counts.unhealthy() + counts.faulty()) {
                return "unhealthy";
            }
            return at < counts.outOfService() - counts.unreachable() ? "not-offered" : "unknown";
        }

        static Node driverCell(NodeRow row) {
            var label = new Label(row.node().driver());
            if (!row.node().hasCurrentDriver()) {
                label.getStyleClass().add("muted");
                TooltipFactory.install(label, MESSAGES.text(row.node().isLost() ? "driver.lost" : "driver.notOffered"));
            }
            return label;
        }

        static Node taintsCell(NodeRow row) {
            var label = new Label(row.briefTaintsText());
            if (!row.taintsText().isEmpty()) {
                label.setTooltip(new Tooltip(row.taintsText()));
            }
            return label;
        }

        static Node freeCell(NodeRow row) {
            var label = new Label(row.freeText());
            label.getStyleClass().add(row.free() > 0 ? "strong" : "muted");
            if (row.free() < 0) {
                TooltipFactory.install(label, row.gapText());
            }
            label.setMaxWidth(Double.MAX_VALUE);
            label.setAlignment(Pos.CENTER_RIGHT);
            return label;
        }

        /** Draws the highest temperature, with a sign where an alert rule calls it too high. */
        static Node temperatureCell(NodeRow row) {
            var number = measureLabel(NodeGpuAggregateReading.hottestOf(row.card()),
                    measure -> measure.valueText(MeasuredNumberFormatter::whole));
            return row.thermalLimit().map(heat -> HighTemperatureCellFactory.cellOf(number, heat)).orElse(number);
        }

        /** Returns a number with its gaps, or a dash that explains why there is none. */
        static Label measureLabel(NodeGpuAggregateReading measure, Function<NodeGpuAggregateReading, String> words) {
            var label = new Label(words.apply(measure));
            label.setMaxWidth(Double.MAX_VALUE);
            label.setAlignment(Pos.CENTER_RIGHT);
            var remark = measure.remarkText();
            if (!remark.isEmpty()) {
                TooltipFactory.install(label, remark);
            }
            if (measure.number().isEmpty()) {
                label.getStyleClass().add("muted");
            }
            return label;
        }

        static Node layoutCell(NodeRow row) {
            var strip = new GpuTileStrip();
            strip.show(row.card(), row.podVisibility());
            return strip;
        }

        static Node conditionCell(NodeRow row) {
            var text = new Label(row.conditionText());
            text.getStyleClass().add(row.conditionGlyph().tone().equals("danger") ? "danger-text" : "muted");
            var sign = row.conditionGlyph().node();
            return LayoutBoxFactory.row(6, sign, text);
        }
    }
}
