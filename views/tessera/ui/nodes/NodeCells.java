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
import tessera.insight.GpuGroup;
import tessera.insight.GpuTally;
import tessera.model.SentenceText;
import tessera.ui.kit.HeatCell;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.TooltipText;
import tessera.ui.mosaic.TileStrip;

/** Cells of the nodes table that are drawn. */
final class NodeCells {

    private static final int MOST_SEGMENTS = 16;
    private static final double BAR = 72;

    private NodeCells() {}

    static Node name(NodeRow row) {
        var label = new Label(row.name());
        label.getStyleClass().add("strong");
        return label;
    }

    /** One segment a GPU: held, free if all pods are seen, or out of service; the number behind it. */
    static Node allocation(NodeRow row) {
        var bar = new HBox(1);
        bar.setAlignment(Pos.CENTER_LEFT);
        int total = (int) Math.min(row.total(), MOST_SEGMENTS);
        double width = Math.floor((BAR - Math.max(0, total - 1)) / Math.max(1, total));
        for (int i = 0; i < total; i++) {
            var segment = new Region();
            long at = row.total() <= MOST_SEGMENTS ? i : i * row.total() / MOST_SEGMENTS;
            segment.getStyleClass().addAll("segment", style(row, at));
            segment.setMinSize(width, 8);
            segment.setMaxSize(width, 8);
            bar.getChildren().add(segment);
        }
        bar.setMinWidth(BAR);
        var number = new Label(row.allocatedWords());
        number.setAlignment(Pos.CENTER_RIGHT);
        number.setMaxWidth(Double.MAX_VALUE);
        excused(number, row, row.allocated());
        HBox.setHgrow(number, Priority.ALWAYS);
        var cell = new HBox(8, bar, number);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    /** A number of GPUs; or a dash that says why there is none. */
    static Function<NodeRow, Node> count(ToLongFunction<NodeRow> number) {
        return row -> {
            long count = number.applyAsLong(row);
            var label = new Label(count < 0 ? "–" : NumberText.count(count));
            label.setMaxWidth(Double.MAX_VALUE);
            label.setAlignment(Pos.CENTER_RIGHT);
            excused(label, row, count);
            return label;
        };
    }

    private static void excused(Label label, NodeRow row, long number) {
        if (number < 0) {
            TooltipText.on(label, row.gap());
            label.getStyleClass().add("muted");
        }
    }

    private static String style(NodeRow row, long at) {
        if (!row.usesKnown()) {
            return "unknown";
        }
        var tally = row.tally();
        if (at < tally.whole()) {
            return "whole";
        }
        if (at < tally.allocated()) {
            return row.card().tiles().stream().anyMatch(tile -> tile.form() == GpuGroup.GroupForm.SHARED)
                    ? "shared"
                    : "mig";
        }
        long usable = tally.allocated() + tally.free();
        if (at < usable) {
            return row.complete() ? "free" : "unknown";
        }
        return out(tally, at - usable);
    }

    private static String out(GpuTally tally, long at) {
        long shut = tally.cordoned() + tally.closed();
        if (at < shut) {
            return "closed";
        }
        if (at < shut + tally.unhealthy()) {
            return "unhealthy";
        }
        return at < tally.outOfService() - tally.lost() ? "not-offered" : "unknown";
    }

    static Node driver(NodeRow row) {
        var label = new Label(row.node().driver());
        if (!row.driverSeen()) {
            label.getStyleClass().add("muted");
            TooltipText.on(label, "As it was told last. Whether it is loaded now is not known: the node %s"
                    .formatted(row.node().lost() ? "does not report" : "offers no GPUs"));
        }
        return label;
    }

    static Node taints(NodeRow row) {
        var label = new Label(row.briefTaints());
        if (!row.taints().isEmpty()) {
            label.setTooltip(new Tooltip(row.taints()));
        }
        return label;
    }

    static Node free(NodeRow row) {
        var label = new Label(row.freeWords());
        label.getStyleClass().add(row.free() > 0 ? "strong" : "muted");
        if (row.free() < 0) {
            TooltipText.on(label, row.gap());
        }
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        return label;
    }

    /** The highest temperature, with a sign where a rule calls it too high. */
    static Node hottest(NodeRow row) {
        var number = measured(NodeMeasure.hottest(row.card()), measure -> measure.words(MeasureText::whole));
        return row.heat().map(heat -> HeatCell.of(number, heat)).orElse(number);
    }

    /** A number, with what it lacks; or a dash that says why there is none. */
    static Label measured(NodeMeasure measure, Function<NodeMeasure, String> words) {
        var label = new Label(words.apply(measure));
        label.setMaxWidth(Double.MAX_VALUE);
        label.setAlignment(Pos.CENTER_RIGHT);
        var remark = measure.remark();
        if (!remark.isEmpty()) {
            TooltipText.on(label, SentenceText.begun(remark));
        }
        if (measure.number().isEmpty()) {
            label.getStyleClass().add("muted");
        }
        return label;
    }

    static Node layout(NodeRow row) {
        var strip = new TileStrip();
        strip.show(row.card(), row.sight());
        return strip;
    }

    static Node condition(NodeRow row) {
        var words = new Label(row.condition());
        words.getStyleClass().add(row.sign().tone().equals("danger") ? "danger-text" : "muted");
        var sign = row.sign().node();
        var cell = new HBox(6, sign, words);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }
}
