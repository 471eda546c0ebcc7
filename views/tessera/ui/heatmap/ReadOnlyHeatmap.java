package tessera.ui.heatmap;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.AccessibleRole;
import javafx.scene.transform.Scale;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.kit.PaintedRegion;

/**
 * Read-only heatmap for a distant display: always shown as a whole, as large as the space allows. FX thread.
 */
public final class ReadOnlyHeatmap extends PaintedRegion<HeatmapColors> {

    /** From the largest to the smallest: one is what the window draws. */
    private static final List<Double> MAGNIFICATIONS = List.of(2.4, 2.2, 2.0, 1.85, 1.7, 1.55, 1.4, 1.25, 1.1, 1.0);
    private static final double NARROW_PANE = 330;
    /** Where words can be read from afar: beyond it strips have the room rather than what is said of them. */
    private static final double READABLE = 1.4;

    private final HeatmapCanvas canvas = new HeatmapCanvas(palette(), HeatmapFontSizes.FAR);
    private final Scale density = new Scale(1, 1);
    private final ReadOnlyObjectWrapper<HeatmapZoom> zoom = new ReadOnlyObjectWrapper<>(HeatmapZoom.LEVELS.getFirst());
    private FleetHeatmapState state = FleetHeatmapState.empty();
    private MagnifiedHeatmapLayout magnifiedHeatmapLayout = new MagnifiedHeatmapLayout(
            HeatmapLayout.of(List.of(), 100, HeatmapZoom.LEVELS.getFirst()), 1);
    private double pixels = 1;

    /** Layout of the whole heatmap and its magnification against the window's. */
    private record MagnifiedHeatmapLayout(HeatmapLayout layout, double magnification) {}

    public ReadOnlyHeatmap() {
        super(HeatmapColors.PALETTE);
        getStyleClass().add("heatmap");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMouseTransparent(true);
        setMinSize(0, 0);
        var surface = canvas.layers().getFirst();
        surface.setManaged(false);
        surface.getTransforms().setAll(density);
        getChildren().setAll(surface);
    }

    /** The size at which the heatmap is drawn. */
    public ReadOnlyObjectProperty<HeatmapZoom> zoomProperty() {
        return zoom.getReadOnlyProperty();
    }

    /** Draws at a display's number of pixels per unit of length, so that nothing is blurred. */
    public void setPixelDensity(double pixelsPerUnit) {
        if (pixels != pixelsPerUnit) {
            pixels = pixelsPerUnit;
            requestLayout();
        }
    }

    public void show(FleetHeatmapState latestHeatmapState) {
        if (latestHeatmapState.equals(state)) {
            return;
        }
        state = latestHeatmapState;
        setAccessibleText(HeatmapAccessibleDescriptionWriter.describeState(latestHeatmapState));
        var same = magnifiedHeatmapLayout.layout().withGroups(latestHeatmapState.groups());
        if (same.isPresent()) {
            magnifiedHeatmapLayout = new MagnifiedHeatmapLayout(same.get(), magnifiedHeatmapLayout.magnification());
            paint();
        } else {
            requestLayout();
        }
    }

    @Override
    protected void layoutChildren() {
        if (getWidth() <= 0 || getHeight() <= 0) {
            return;
        }
        canvas.resizeCanvas(Math.ceil(getWidth() * pixels), Math.ceil(getHeight() * pixels));
        density.setX(1 / pixels);
        density.setY(1 / pixels);
        magnifiedHeatmapLayout = largestArrangement(state.groups(), getWidth(), getHeight());
        zoom.set(magnifiedHeatmapLayout.layout().zoom());
        canvas.setLettering(
                zoom.get().form() == HeatmapNodeShape.STRIP ? HeatmapFontSizes.FAR_STRIPS : HeatmapFontSizes.FAR);
        paint();
    }

    /** Returns the arrangement with the largest letters that fits; nodes are cards if they have room, else smaller. */
    private static MagnifiedHeatmapLayout largestArrangement(List<NodeCardGroup> groups, double width, double height) {
        int nodes = groups.stream().mapToInt(group -> group.cards().size()).sum();
        for (var form : HeatmapNodeShape.values()) {
            var levels = HeatmapZoom.LEVELS.subList(HeatmapZoom.largestLevel(nodes), HeatmapZoom.LEVELS.size()).stream()
                    .filter(level -> level.form() == form).toList();
            for (double magnification : MAGNIFICATIONS) {
                boolean larger = form == HeatmapNodeShape.STRIP && magnification > READABLE;
                for (var level : larger ? levels.subList(0, 1) : levels) {
                    var layout = HeatmapLayout.of(groups, width / magnification, NARROW_PANE, level);
                    if (layout.height() <= height / magnification) {
                        return new MagnifiedHeatmapLayout(layout, magnification);
                    }
                }
            }
        }
        return new MagnifiedHeatmapLayout(HeatmapLayout.of(groups, width, HeatmapZoom.LEVELS.getLast()), 1);
    }

    @Override
    protected void repaint() {
        canvas.invalidate();
        requestLayout();
    }

    private void paint() {
        canvas.setMagnification(magnifiedHeatmapLayout.magnification() * pixels);
        canvas.paint(magnifiedHeatmapLayout.layout(), state, 0);
    }
}
