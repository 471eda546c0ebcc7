package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Orientation;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import tessera.metrics.history.DeviceKey;
import tessera.ui.kit.FontProbe;
import tessera.ui.kit.TrendSource;
import tessera.ui.mosaic.MosaicCanvas.PointerTarget;
import tessera.ui.mosaic.MosaicLayout.CardPosition;
import tessera.ui.mosaic.MosaicZoom.CardForm;

/**
 * The mosaic: a control that draws a fleet and lets the user point at it, select in it, zoom and pan. FX thread.
 *
 * <p>Ctrl and the wheel zoom, dragging pans, {@code 0} fits. A click selects, with Shift it adds, a double click or
 * Enter opens; the arrow keys move the selection.
 */
public final class MosaicPane extends Region implements MosaicInks.MosaicControl {

    private static final double BAR = 10;

    private final MosaicInks inks = new MosaicInks(this, this::recolour);
    private final MosaicCanvas canvas = new MosaicCanvas(inks, MosaicLettering.NEAR);
    private final ScrollBar bar = new ScrollBar();
    private final HoverCard card;
    private final ReadOnlyObjectWrapper<List<String>> selection = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<List<DeviceKey>> picked = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<MosaicZoom> zoom = new ReadOnlyObjectWrapper<>(MosaicZoom.LEVELS.getFirst());
    private final Consumer<String> open;
    private MosaicState state = MosaicState.empty();
    private MosaicLayout layout = MosaicLayout.of(List.of(), 100, MosaicZoom.LEVELS.getFirst());
    private OptionalInt chosenZoom = OptionalInt.empty();
    private Optional<PointerTarget> hovered = Optional.empty();
    private Point2D pointer = Point2D.ZERO;

    /**
     * An empty mosaic.
     *
     * @param open   called with the name of a node that is double-clicked
     * @param trends of the GPUs that are pointed at
     */
    public MosaicPane(Consumer<String> open, TrendSource trends) {
        this.open = open;
        card = new HoverCard(trends);
        getStyleClass().add("mosaic");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.NODE);
        bar.setOrientation(Orientation.VERTICAL);
        bar.setVisible(false);
        bar.valueProperty().addListener((value, before, now) -> paint());
        getChildren().addAll(canvas.layers());
        getChildren().addAll(new FontProbe(this::write), bar, card);
        var clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
        new MosaicPointer(this).attach();
    }

    private void write(double factor) {
        canvas.write(MosaicLettering.near(factor));
        requestPaint();
    }

    /** The names of the selected nodes, in the order in which they were selected. */
    public ReadOnlyObjectProperty<List<String>> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    /** Those of the GPUs of the selected nodes that were clicked themselves, in that order. */
    public ReadOnlyObjectProperty<List<DeviceKey>> pickedProperty() {
        return picked.getReadOnlyProperty();
    }

    /** How large it is drawn. */
    public ReadOnlyObjectProperty<MosaicZoom> zoomProperty() {
        return zoom.getReadOnlyProperty();
    }

    public void select(List<String> nodes) {
        select(nodes, picked.get().stream().filter(device -> nodes.contains(device.node())).toList());
    }

    private void select(List<String> nodes, List<DeviceKey> devices) {
        selection.set(List.copyOf(nodes));
        picked.set(List.copyOf(devices));
        point();
    }

    public void show(MosaicState newest) {
        state = newest;
        setAccessibleText(MosaicDescription.of(newest));
        var same = layout.with(newest.groups());
        if (same.isPresent()) {
            layout = same.get();
            followHovered();
            paint();
        } else {
            arrange();
        }
    }

    /** Draws as large as all of it fits. */
    public void fit() {
        chosenZoom = OptionalInt.empty();
        arrange();
    }

    /** Draws larger or smaller by some levels. */
    public void zoomBy(int levels) {
        int now = MosaicZoom.LEVELS.indexOf(layout.zoom());
        if (now < 0 && levels > 0) {
            return;
        }
        chosenZoom = OptionalInt.of(Math.clamp((long) now - levels, 0, MosaicZoom.LEVELS.size() - 1));
        arrange();
    }

    @Override
    protected void layoutChildren() {
        canvas.resize(getWidth(), getHeight());
        bar.resizeRelocate(getWidth() - BAR, 0, BAR, getHeight());
        arrange();
    }

    private void arrange() {
        double width = getWidth() - BAR - 4;
        if (width <= 0 || getHeight() <= 0) {
            return;
        }
        layout = chosenZoom.isPresent()
                ? MosaicLayout.of(state.groups(), width, MosaicZoom.LEVELS.get(chosenZoom.getAsInt()))
                : MosaicLayout.fitted(state.groups(), width, getHeight());
        zoom.set(layout.zoom());
        double hidden = layout.height() + 8 - getHeight();
        bar.setVisible(hidden > 0);
        bar.setMax(Math.max(0, hidden));
        bar.setVisibleAmount(Math.max(1, hidden) * getHeight() / Math.max(getHeight(), layout.height()));
        bar.setValue(Math.min(bar.getValue(), bar.getMax()));
        followHovered();
        paint();
    }

    /** What is under the pointer may have changed, or moved away. */
    private void followHovered() {
        if (hovered.isPresent()) {
            hovered = at(pointer.getX(), pointer.getY());
            fillCard();
            placeCard();
        }
    }

    private void recolour() {
        canvas.forget();
        requestPaint();
    }

    private void requestPaint() {
        setNeedsLayout(true);
    }

    private void paint() {
        canvas.paint(layout, state, scrolled());
        point();
    }

    private void point() {
        canvas.point(layout,
                new MosaicCanvas.CanvasSelection(new HashSet<>(selection.get()), new HashSet<>(picked.get())),
                hovered,
                scrolled());
    }

    double scrolled() {
        return bar.isVisible() ? bar.getValue() : 0;
    }

    void scrollBy(double pixels) {
        bar.setValue(Math.clamp(bar.getValue() + pixels, 0, bar.getMax()));
    }

    MosaicLayout arrangement() {
        return layout;
    }

    /** What lies at a point of this control. */
    Optional<PointerTarget> at(double x, double y) {
        double py = y + scrolled();
        for (var place : layout.places()) {
            if (place.contains(x, py)) {
                for (int i = 0; i < place.card().tiles().size(); i++) {
                    var box = CardPainter.tile(place, layout.zoom(), i);
                    if (x >= box.x() && x < box.x() + box.width() && py >= box.y() && py < box.y() + box.height()) {
                        return Optional.of(new PointerTarget(place, i));
                    }
                }
                return Optional.of(new PointerTarget(place, -1));
            }
        }
        return Optional.empty();
    }

    Optional<CardPosition> place(String node) {
        return layout.places().stream().filter(place -> place.card().node().name().equals(node)).findFirst();
    }

    void hover(Optional<PointerTarget> target, double x, double y) {
        if (!target.equals(hovered)) {
            hovered = target;
            point();
            fillCard();
        }
        pointer = new Point2D(x, y);
        if (target.isPresent()) {
            placeCard();
        }
    }

    /** Beside the pointer, in sight as a whole. */
    private void placeCard() {
        double gap = layout.zoom().form() == CardForm.STRIP ? 14 : 18;
        double right = pointer.getX() + gap;
        double left = right + card.getWidth() > getWidth() ? pointer.getX() - gap - card.getWidth() : right;
        double top = Math.clamp(pointer.getY() + gap, 0, Math.max(0, getHeight() - card.getHeight() - 4));
        card.relocate(Math.max(0, left), top);
    }

    private void fillCard() {
        hovered.ifPresentOrElse(target -> card.show(target, state.sight()), () -> card.setVisible(false));
    }

    /** Selects a node alone, or adds it to those that are; what is selected already is no more. */
    void choose(String node, boolean add) {
        var others = without(node);
        if (!add) {
            select(List.of(node), List.of());
        } else if (others.size() < selection.get().size()) {
            select(others);
        } else {
            others.add(node);
            select(others);
        }
    }

    /** Selects a GPU and its node; the same with GPUs. */
    void choose(DeviceKey device, boolean add) {
        if (!add) {
            select(List.of(device.node()), List.of(device));
            return;
        }
        var devices = new ArrayList<>(picked.get());
        boolean leaves = devices.remove(device);
        boolean beside = devices.stream().anyMatch(other -> other.node().equals(device.node()));
        if (!leaves && !beside && selection.get().contains(device.node())) {
            // The whole node was selected, and this is part of it.
            leaves = true;
        } else if (!leaves) {
            devices.add(device);
        }
        var nodes = without(device.node());
        if (!leaves || beside) {
            nodes.add(device.node());
        }
        select(nodes, devices);
    }

    private List<String> without(String node) {
        var others = new ArrayList<>(selection.get());
        others.remove(node);
        return others;
    }

    void open(String node) {
        open.accept(node);
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
