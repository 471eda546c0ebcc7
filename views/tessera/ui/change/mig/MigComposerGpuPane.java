package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigPlacement;
import tessera.ui.change.mig.DrawnMigGpuColumn.GpuSlotAppearance;
import tessera.ui.kit.TextLabelFactory;

/** A GPU in the layout composer, its memory to scale from the top. FX thread. */
final class MigComposerGpuPane extends Pane {

    static final double HEIGHT = 216;
    private static final double WIDTH = 76;
    private static final double MARK = 20;
    private static final double LINE = 14;

    private record PositionedJavaFxNode(Node node, double start, double end, double inset) {}

    private final List<PositionedJavaFxNode> laid = new ArrayList<>();
    private final Label gpuLabel;
    private final int units;

    /** Handler of pointer gestures on a GPU. */
    interface GpuGestureHandler {

        void press(int gpu, int unit, boolean again);

        void hover(int gpu);

        void drop(int gpu, int unit);
    }

    /**
     * State of a GPU in the composer: slots, possible placements, cursor and drop target.
     *
     * @param possiblePlacements   where an instance of the size that is chosen would lie
     * @param cursor the unit that the keyboard is at; −1 where it is at another GPU
     * @param dropTarget    where an instance would come that is dragged over it; null for nowhere
     */
    record ComposerGpuState(DrawnMigGpuColumn column, List<MigPlacement> possiblePlacements, int cursor,
            @Nullable MigPlacement dropTarget) {}

    MigComposerGpuPane(int index, int units, GpuGestureHandler gestureHandler) {
        this.units = units;
        gpuLabel = TextLabelFactory.label("GPU " + index, "gpu-mark");
        setId("mig-gpu-" + index);
        getStyleClass().add("composed-gpu");
        setPrefSize(WIDTH, HEIGHT + MARK);
        setMinSize(28, HEIGHT + MARK);
        setMaxWidth(WIDTH);
        setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                gestureHandler.press(index, unitAt(event.getY()), event.getClickCount() > 1);
            }
        });
        setOnMouseDragOver(event -> gestureHandler.hover(index));
        setOnMouseDragExited(event -> gestureHandler.hover(-1));
        setOnMouseDragReleased(event -> gestureHandler.drop(index, unitAt(event.getY())));
    }

    private int unitAt(double y) {
        return Math.clamp((int) (y / HEIGHT * units), 0, units - 1);
    }

    void show(ComposerGpuState face) {
        laid.clear();
        for (var slot : face.column().slots()) {
            var name = TextLabelFactory.label(slot.name(), "gpu-slot-name");
            if (slot.size() * HEIGHT < LINE) {
                name.setText("");
            }
            var box = new StackPane(name);
            box.getStyleClass().addAll("gpu-slot",
                    slot.appearance() == GpuSlotAppearance.HELD ? "made" : slot.appearance().styleClass());
            if (slot.isWholeGpu()) {
                box.getStyleClass().add("whole");
            }
            Tooltip.install(box, new Tooltip(slot.tooltipText()));
            laid.add(new PositionedJavaFxNode(box, slot.start(), slot.end(), 0));
        }
        for (var placement : face.possiblePlacements()) {
            laid.add(outlineNode(placement, "gpu-open", 3));
        }
        if (face.dropTarget() != null) {
            laid.add(outlineNode(face.dropTarget(), "gpu-lit", 0));
        }
        if (face.cursor() >= 0) {
            laid.add(outlineNode(new MigPlacement(face.cursor(), 1), "gpu-cursor", 0));
        }
        gpuLabel.getStyleClass().removeAll("strong");
        if (face.cursor() >= 0) {
            gpuLabel.getStyleClass().add("strong");
        }
        getChildren().setAll(laid.stream().map(PositionedJavaFxNode::node).toList());
        getChildren().add(gpuLabel);
        setAccessibleText(face.column().accessibleText());
    }

    private PositionedJavaFxNode outlineNode(MigPlacement placement, String style, double inset) {
        var region = new Region();
        region.getStyleClass().add(style);
        region.setMouseTransparent(true);
        return new PositionedJavaFxNode(region, (double) placement.start() / units, (double) placement.end() / units,
                inset);
    }

    @Override
    protected void layoutChildren() {
        for (var one : laid) {
            double top = Math.rint(one.start() * HEIGHT) + one.inset();
            double bottom = Math.rint(one.end() * HEIGHT) - (one.end() < 1 ? 1 : 0) - one.inset();
            one.node().resizeRelocate(one.inset(), top, Math.max(1, getWidth() - 2 * one.inset()),
                    Math.max(2, bottom - top));
        }
        gpuLabel.autosize();
        gpuLabel.relocate(Math.rint((getWidth() - gpuLabel.getWidth()) / 2), HEIGHT + 4);
    }
}
