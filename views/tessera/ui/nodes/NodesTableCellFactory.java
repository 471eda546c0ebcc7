package tessera.ui.nodes;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.SentenceToClauseConverter;
import tessera.ui.heatmap.GpuTileStrip;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.HighTemperatureCellFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Cells of the nodes table that are drawn. */
final class NodesTableCellFactory {

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
            TooltipFactory.install(label, "As it was told last. Whether it is loaded now is not known: the node %s"
                    .formatted(row.node().isLost() ? "does not report" : "offers no GPUs"));
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
            TooltipFactory.install(label, SentenceToClauseConverter.startUpperCase(remark));
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
