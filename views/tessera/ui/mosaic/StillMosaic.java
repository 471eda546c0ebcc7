package tessera.ui.mosaic;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.transform.Scale;
import tessera.ui.mosaic.MosaicState.CardGroup;
import tessera.ui.mosaic.MosaicZoom.CardForm;

/**
 * A mosaic to be looked at from afar: nobody points at it, all of it is always seen, and it is drawn as large as that
 * allows. FX thread.
 */
public final class StillMosaic extends Region implements MosaicInks.MosaicControl {

    /** From the largest to the smallest: one is what the window draws. */
    private static final List<Double> MAGNIFICATIONS = List.of(2.4, 2.2, 2.0, 1.85, 1.7, 1.55, 1.4, 1.25, 1.1, 1.0);
    private static final double NARROW_PANE = 330;
    /** Where words can be read from afar: beyond it strips have the room rather than what is said of them. */
    private static final double READABLE = 1.4;

    private final MosaicInks inks = new MosaicInks(this, this::recolour);
    private final MosaicCanvas canvas = new MosaicCanvas(inks, MosaicLettering.FAR);
    private final Scale density = new Scale(1, 1);
    private final ReadOnlyObjectWrapper<MosaicZoom> zoom = new ReadOnlyObjectWrapper<>(MosaicZoom.LEVELS.getFirst());
    private MosaicState state = MosaicState.empty();
    private Arrangement arrangement = new Arrangement(MosaicLayout.of(List.of(), 100, MosaicZoom.LEVELS.getFirst()), 1);
    private double pixels = 1;

    /** How all of it lies, and how many times as large as in the window. */
    private record Arrangement(MosaicLayout layout, double magnification) {}

    public StillMosaic() {
        getStyleClass().add("mosaic");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMouseTransparent(true);
        setMinSize(0, 0);
        var surface = canvas.layers().getFirst();
        surface.setManaged(false);
        surface.getTransforms().setAll(density);
        getChildren().setAll(surface);
    }

    /** How large it is drawn. */
    public ReadOnlyObjectProperty<MosaicZoom> zoomProperty() {
        return zoom.getReadOnlyProperty();
    }

    /** Draws for a display that shows so many pixels for each unit of length here, so that nothing is blurred. */
    public void sharpen(double pixelsPerUnit) {
        if (pixels != pixelsPerUnit) {
            pixels = pixelsPerUnit;
            requestLayout();
        }
    }

    public void show(MosaicState newest) {
        if (newest.equals(state)) {
            return;
        }
        state = newest;
        setAccessibleText(MosaicDescription.of(newest));
        var same = arrangement.layout().with(newest.groups());
        if (same.isPresent()) {
            arrangement = new Arrangement(same.get(), arrangement.magnification());
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
        canvas.resize(Math.ceil(getWidth() * pixels), Math.ceil(getHeight() * pixels));
        density.setX(1 / pixels);
        density.setY(1 / pixels);
        arrangement = largest(state.groups(), getWidth(), getHeight());
        zoom.set(arrangement.layout().zoom());
        canvas.write(zoom.get().form() == CardForm.STRIP ? MosaicLettering.FAR_STRIPS : MosaicLettering.FAR);
        paint();
    }

    /** Nodes as cards if they have room, else smaller; of what has room, the one with the largest letters. */
    private static Arrangement largest(List<CardGroup> groups, double width, double height) {
        int nodes = groups.stream().mapToInt(group -> group.cards().size()).sum();
        for (var form : CardForm.values()) {
            var levels = MosaicZoom.LEVELS.subList(MosaicZoom.largest(nodes), MosaicZoom.LEVELS.size()).stream()
                    .filter(level -> level.form() == form).toList();
            for (double magnification : MAGNIFICATIONS) {
                boolean larger = form == CardForm.STRIP && magnification > READABLE;
                for (var level : larger ? levels.subList(0, 1) : levels) {
                    var layout = MosaicLayout.of(groups, width / magnification, NARROW_PANE, level);
                    if (layout.height() <= height / magnification) {
                        return new Arrangement(layout, magnification);
                    }
                }
            }
        }
        return new Arrangement(MosaicLayout.of(groups, width, MosaicZoom.LEVELS.getLast()), 1);
    }

    private void recolour() {
        canvas.forget();
        requestLayout();
    }

    private void paint() {
        canvas.magnify(arrangement.magnification() * pixels);
        canvas.paint(arrangement.layout(), state, 0);
    }

    @Override
    public MosaicInks inks() {
        return inks;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return MosaicInks.metaData();
    }
}
