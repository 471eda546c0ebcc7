package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.mig.MigConfig;
import tessera.plan.model.MigLayoutEffect;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.change.mig.DrawnMigGpuColumn.MigColumnSegment;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** MIG layouts of nodes before and after a change, a line for each node. FX thread. */
public final class MigBeforeAfterPaneFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigBeforeAfterPaneFactory.class);
    private static final int FEW = 5;

    private MigBeforeAfterPaneFactory() {}

    /** Returns the lines of all nodes with the resources below them. */
    public static VBox paneOf(List<MigLayoutEffect> divisions) {
        var rows = new VBox(16);
        divisions.stream().limit(FEW).map(MigBeforeAfterPaneFactory::nodeRow).forEach(rows.getChildren()::add);
        var box = new VBox(16, rows);
        if (divisions.size() > FEW) {
            var all = new Hyperlink(MESSAGES.text("layouts.showAll", divisions.size()));
            all.getStyleClass().add("copy-link");
            all.setOnAction(event -> {
                rows.getChildren().setAll(divisions.stream().map(MigBeforeAfterPaneFactory::nodeRow).toList());
                box.getChildren().remove(all);
            });
            box.getChildren().add(all);
        }
        var resources = resourcesRow(divisions);
        if (!resources.getChildren().isEmpty()) {
            box.getChildren().add(resources);
        }
        return box;
    }

    /** Returns the legend of the colours. */
    public static Node legendNode() {
        var legend = new HBox(12, legendKey("held", MESSAGES.text("layouts.inUse")),
                legendKey("free", MESSAGES.text("layouts.free")), legendKey("made", MESSAGES.text("layouts.created")));
        legend.setAlignment(Pos.CENTER_RIGHT);
        legend.setMinWidth(Region.USE_PREF_SIZE);
        return legend;
    }

    private static Node legendKey(String look, String text) {
        var sign = LayoutBoxFactory.withStyle(new Region(), "gpu-slot", "gpu-key", look);
        var key = new HBox(6, sign, TextLabelFactory.label(text, "small", "muted"));
        key.setAlignment(Pos.CENTER);
        return key;
    }

    private static Node nodeRow(MigLayoutEffect division) {
        var before = new ArrayList<DrawnMigGpuColumn>();
        for (int at = 0; at < division.before().size(); at++) {
            before.add(DrawnMigGpuColumn.of(division.before().get(at), at));
        }
        var name = new VBox(2, TextLabelFactory.shrinkable(division.node(), "strong"),
                TextLabelFactory.wrapped(MESSAGES.text("layouts.gpus", before.size()), "small", "muted"),
                TextLabelFactory.wrapped(division.product(), "small", "muted"));
        name.getStyleClass().add("gpu-node");
        var row = new HBox(16, name, layoutDrawing(division.from(), before, true));
        if (!division.to().isEmpty()) {
            row.getChildren().addAll(TextLabelFactory.label("→", "gpu-arrow"),
                    layoutDrawing(division.to(), columnsAfter(before, division.after()), false));
        }
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static List<DrawnMigGpuColumn> columnsAfter(List<DrawnMigGpuColumn> before,
            Map<Integer, MigConfig.MigConfigGpuEffect> plans) {
        var after = new ArrayList<DrawnMigGpuColumn>();
        for (int at = 0; at < before.size(); at++) {
            var gpuConfigEffect = plans.get(at);
            after.add(gpuConfigEffect == null ? new DrawnMigGpuColumn(before.get(at).index(),
                    List.of(new DrawnMigGpuColumn.MigColumnSegment(0, 1, DrawnMigGpuColumn.GpuSlotAppearance.UNKNOWN,
                            "", MESSAGES.text("layouts.unknownTooltip"))),
                    MESSAGES.text("layouts.unknown")) : DrawnMigGpuColumn.of(gpuConfigEffect, before.get(at)));
        }
        return after;
    }

    private static Node layoutDrawing(String config, List<DrawnMigGpuColumn> columns, boolean present) {
        long instances = columns.stream().mapToLong(DrawnMigGpuColumn::countInstances).sum();
        long allocated = columns.stream().mapToLong(DrawnMigGpuColumn::countHeld).sum();
        var text = MESSAGES.text("layouts.instances", instances, instances > 0 && allocated > 0, allocated);
        var title = TextLabelFactory.shrinkable(OptionalText.orElse(config, MESSAGES.text("layouts.noConfig")), "mono",
                "small", present ? "muted" : "gpu-target");
        var count = TextLabelFactory.whole(text, "small", "muted");
        var head = new HBox(8, title, LayoutBoxFactory.spacer(), count);
        var box = new VBox(4, head, new MigGpuColumnsDrawing(columns));
        box.setMinWidth(0);
        box.setPrefWidth(320);
        box.setMaxWidth(360);
        HBox.setHgrow(box, Priority.ALWAYS);
        return box;
    }

    private static HBox resourcesRow(List<MigLayoutEffect> divisions) {
        var sums = new TreeMap<String, Long>();
        for (var division : divisions) {
            division.resources().forEach((resource, more) -> sums.merge(resource, more, Long::sum));
        }
        var line = new HBox(16);
        sums.forEach((resource, more) -> {
            if (more != 0) {
                var amount = TextLabelFactory.label(
                        (more > 0 ? "+ " : "− ") + GroupedNumberFormatter.count(Math.abs(more)), "small",
                        more > 0 ? "gpu-target" : "danger-text");
                line.getChildren().add(new HBox(6, amount, TextLabelFactory
                        .label(resource.substring(resource.indexOf('/') + 1), "mono", "small", "muted")));
            }
        });
        return line;
    }

    /** GPUs side by side, drawn to scale, with their numbers below. FX thread. */
    private static final class MigGpuColumnsDrawing extends Pane {

        private static final double HEIGHT = 84;
        private static final double MARK = 18;
        private static final double GAP = 4;
        private static final double WIDEST = 36;
        private static final double NARROWEST = 12;
        /** A line of text, below which a slot is not named. */
        private static final double LINE = 13;

        private record DrawnMigSlot(MigColumnSegment slot, StackPane box, Label name) {}

        private final List<List<DrawnMigSlot>> columns = new ArrayList<>();
        private final List<Label> gpuLabels = new ArrayList<>();

        MigGpuColumnsDrawing(List<DrawnMigGpuColumn> gpus) {
            getStyleClass().add("gpu-columns");
            for (var gpu : gpus) {
                var drawn = new ArrayList<DrawnMigSlot>();
                for (var slot : gpu.slots()) {
                    drawn.add(drawSlot(slot));
                }
                columns.add(drawn);
                var mark = TextLabelFactory.label(Integer.toString(gpu.index()), "gpu-mark");
                gpuLabels.add(mark);
                getChildren().add(mark);
            }
            setMinHeight(HEIGHT + MARK);
            setPrefHeight(HEIGHT + MARK);
            setAccessibleRole(AccessibleRole.TEXT);
            setAccessibleText(gpus.stream().map(DrawnMigGpuColumn::accessibleText).collect(SentenceJoiner.toClauses()));
        }

        private DrawnMigSlot drawSlot(MigColumnSegment slot) {
            var name = TextLabelFactory.label(shortenProfile(slot.name()), "gpu-slot-name");
            name.setMinWidth(0);
            var box = new StackPane(name);
            box.getStyleClass().addAll("gpu-slot", slot.appearance().styleClass());
            if (slot.isWholeGpu()) {
                box.getStyleClass().add("whole");
            }
            Tooltip.install(box, new Tooltip(slot.tooltipText()));
            getChildren().add(box);
            return new DrawnMigSlot(slot, box, name);
        }

        /** Returns the slices of a profile without its memory, which the drawing shows. */
        static String shortenProfile(String profile) {
            int point = profile.indexOf('.');
            int suffix = profile.indexOf('+');
            if (point < 0) {
                return "";
            }
            return profile.substring(0, point) + (suffix >= 0 ? "+" : "");
        }

        @Override
        protected double computePrefWidth(double height) {
            return columns.size() * (WIDEST + GAP);
        }

        @Override
        protected double computeMinWidth(double height) {
            return columns.size() * (NARROWEST + GAP);
        }

        @Override
        protected void layoutChildren() {
            double each = Math.rint(Math.clamp(getWidth() / Math.max(1, columns.size()) - GAP, NARROWEST, WIDEST));
            for (int at = 0; at < columns.size(); at++) {
                double x = at * (each + GAP);
                for (var drawn : columns.get(at)) {
                    double top = Math.rint(drawn.slot().start() * HEIGHT);
                    double bottom = Math.rint(drawn.slot().end() * HEIGHT);
                    double tall = Math.max(2, bottom - top - (bottom < HEIGHT ? 1 : 0));
                    drawn.name().setVisible(tall >= LINE);
                    drawn.box().resizeRelocate(x, top, each, tall);
                }
                var mark = gpuLabels.get(at);
                mark.autosize();
                mark.relocate(Math.rint(x + (each - mark.getWidth()) / 2), HEIGHT + 2);
            }
        }
    }
}
