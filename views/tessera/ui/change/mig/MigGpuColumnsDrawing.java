package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import tessera.ui.change.mig.DrawnMigGpuColumn.MigColumnSegment;
import tessera.ui.kit.TextLabelFactory;

/** GPUs side by side, drawn to scale, with their numbers below. FX thread. */
public final class MigGpuColumnsDrawing extends Pane {

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

    public MigGpuColumnsDrawing(List<DrawnMigGpuColumn> gpus) {
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
        setAccessibleText(String.join("; ", gpus.stream().map(DrawnMigGpuColumn::accessibleText).toList()));
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
        return profile.substring(0, point) + (suffix < 0 ? "" : "+");
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
