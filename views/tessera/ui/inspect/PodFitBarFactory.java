package tessera.ui.inspect;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.scheduling.NodeFitResult;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/** Bar of the nodes by whether they fit a pod, with its legend below. FX thread. */
final class PodFitBarFactory {

    private static final double HEIGHT = 10;
    private static final double GAP = 2;
    /** One of a thousand nodes is seen, too. */
    private static final double LEAST = 6;
    private static final double SWATCH = 10;

    private PodFitBarFactory() {}

    static Node barOf(List<NodeFitResult> nodes) {
        var counts = new EnumMap<NodeFitStatus, Long>(NodeFitStatus.class);
        nodes.forEach(node -> counts.merge(node.status(), 1L, Long::sum));
        var key = new FlowPane(16, 4);
        counts.putIfAbsent(NodeFitStatus.FITS, 0L);
        counts.forEach((fitStatus, count) -> key.getChildren().add(legendEntry(fitStatus, count)));
        var box = new VBox(8, new NodeFitProportionBar(counts), key);
        box.setId("inspector-why-bar");
        box.setAccessibleRole(AccessibleRole.TEXT);
        box.setAccessibleText("Of %s: %s".formatted(GroupedNumberFormatter.withNoun(nodes.size(), "node"),
                counts.entrySet().stream()
                        .map(each -> GroupedNumberFormatter.count(each.getValue()) + " " + statusText(each.getKey()))
                        .collect(Collectors.joining(", "))));
        return box;
    }

    private static Node legendEntry(NodeFitStatus fitStatus, long count) {
        var entry = new HBox(6, TextLabelFactory.label(GroupedNumberFormatter.count(count), "strong", "small"),
                TextLabelFactory.label(statusText(fitStatus), "small", "muted"));
        if (count > 0) {
            var swatch = statusRegion(fitStatus);
            swatch.setMinSize(SWATCH, SWATCH);
            swatch.setMaxSize(SWATCH, SWATCH);
            entry.getChildren().addFirst(swatch);
        }
        entry.setAlignment(Pos.CENTER_LEFT);
        return entry;
    }

    private static String statusText(NodeFitStatus fitStatus) {
        return switch (fitStatus) {
            case FITS -> "fit now";
            case FULL -> "not now";
            case CLOSED -> "closed to it";
            case OTHER_LAYOUT -> "with another MIG layout";
            case UNSUITABLE -> "can never";
            case NO_DEVICES -> "without such devices";
        };
    }

    private static Region statusRegion(NodeFitStatus fitStatus) {
        var piece = new Region();
        piece.getStyleClass().addAll("standing", fitStatus.name().toLowerCase(Locale.ROOT));
        return piece;
    }

    /** The bar alone: a piece for each status, as wide as its number of nodes. */
    private static final class NodeFitProportionBar extends Pane {

        private final List<Long> counts;

        NodeFitProportionBar(Map<NodeFitStatus, Long> all) {
            var there = all.entrySet().stream().filter(each -> each.getValue() > 0).toList();
            counts = there.stream().map(Map.Entry::getValue).toList();
            there.forEach(each -> getChildren().add(statusRegion(each.getKey())));
            setMinHeight(HEIGHT);
            setPrefHeight(HEIGHT);
        }

        @Override
        protected void layoutChildren() {
            double room = getWidth() - GAP * (counts.size() - 1) - LEAST * counts.size();
            long all = counts.stream().mapToLong(Long::longValue).sum();
            double x = 0;
            for (int i = 0; i < counts.size(); i++) {
                double width = LEAST + Math.max(0, room) * counts.get(i) / all;
                getChildren().get(i).resizeRelocate(snapPositionX(x), 0, snapSizeX(width), HEIGHT);
                x += width + GAP;
            }
        }
    }
}
