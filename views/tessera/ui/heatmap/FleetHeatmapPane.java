package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Orientation;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.shape.Rectangle;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.ui.heatmap.HeatmapCanvas.HeatmapPointerTarget;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.PaintedRegion;

/**
 * The heatmap: a control that draws a fleet and lets the user point at it, select in it, zoom and pan. FX thread.
 *
 * <p>Ctrl and the wheel zoom, dragging pans, {@code 0} fits. A click selects, with Shift it adds, a double click or
 * Enter opens; the arrow keys move the selection.
 */
public final class FleetHeatmapPane extends PaintedRegion<HeatmapColors> {

    private static final double BAR = 10;

    private final HeatmapCanvas canvas = new HeatmapCanvas(palette(), HeatmapFontSizes.NEAR);
    private final ScrollBar bar = new ScrollBar();
    private final HeatmapHoverCard card;
    private final ReadOnlyObjectWrapper<List<String>> selection = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<List<DeviceSeriesKey>> picked = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<HeatmapZoom> zoom = new ReadOnlyObjectWrapper<>(HeatmapZoom.LEVELS.getFirst());
    private final Consumer<String> open;
    private FleetHeatmapState state = FleetHeatmapState.empty();
    private HeatmapLayout layout = HeatmapLayout.of(List.of(), 100, HeatmapZoom.LEVELS.getFirst());
    private OptionalInt chosenZoom = OptionalInt.empty();
    private Optional<HeatmapPointerTarget> hovered = Optional.empty();
    private Point2D pointer = Point2D.ZERO;

    /**
     * An empty heatmap.
     *
     * @param open   called with the name of a node that is double-clicked
     * @param trends of the GPUs that are pointed at
     */
    public FleetHeatmapPane(Consumer<String> open, DeviceTrendSource trends) {
        super(HeatmapColors.PALETTE);
        this.open = open;
        card = new HeatmapHoverCard(trends);
        getStyleClass().add("heatmap");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.NODE);
        bar.setOrientation(Orientation.VERTICAL);
        bar.setVisible(false);
        bar.valueProperty().addListener((value, before, now) -> paint());
        getChildren().addAll(canvas.layers());
        getChildren().addAll(new FontSizeProbe(this::applyTextScale), bar, card);
        var clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
        new HeatmapInputHandler(this).attachHandlers();
    }

    private void applyTextScale(double factor) {
        canvas.setLettering(HeatmapFontSizes.forDesk(factor));
        requestPaint();
    }

    /** The names of the selected nodes, in the order in which they were selected. */
    public ReadOnlyObjectProperty<List<String>> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    /** The clicked GPUs of the selected nodes, in the order of the clicks. */
    public ReadOnlyObjectProperty<List<DeviceSeriesKey>> pickedProperty() {
        return picked.getReadOnlyProperty();
    }

    /** The size at which the heatmap is drawn. */
    public ReadOnlyObjectProperty<HeatmapZoom> zoomProperty() {
        return zoom.getReadOnlyProperty();
    }

    public void selectNodes(List<String> nodes) {
        selectNodes(nodes, picked.get().stream().filter(device -> nodes.contains(device.node())).toList());
    }

    private void selectNodes(List<String> nodes, List<DeviceSeriesKey> devices) {
        selection.set(List.copyOf(nodes));
        picked.set(List.copyOf(devices));
        paintPointer();
    }

    public void show(FleetHeatmapState latestHeatmapState) {
        state = latestHeatmapState;
        setAccessibleText(HeatmapAccessibleDescriptionWriter.describeState(latestHeatmapState));
        var same = layout.withGroups(latestHeatmapState.groups());
        if (same.isPresent()) {
            layout = same.get();
            followHovered();
            paint();
        } else {
            updateLayout();
        }
    }

    /** Draws the heatmap as large as all of it fits. */
    public void zoomToFit() {
        chosenZoom = OptionalInt.empty();
        updateLayout();
    }

    /** Draws larger or smaller by some levels. */
    public void zoomBy(int levels) {
        int now = HeatmapZoom.LEVELS.indexOf(layout.zoom());
        if (now < 0 && levels > 0) {
            return;
        }
        chosenZoom = OptionalInt.of(Math.clamp((long) now - levels, 0, HeatmapZoom.LEVELS.size() - 1));
        updateLayout();
    }

    @Override
    protected void layoutChildren() {
        canvas.resizeCanvas(getWidth(), getHeight());
        bar.resizeRelocate(getWidth() - BAR, 0, BAR, getHeight());
        updateLayout();
    }

    private void updateLayout() {
        double width = getWidth() - BAR - 4;
        if (width <= 0 || getHeight() <= 0) {
            return;
        }
        layout = chosenZoom.isPresent()
                ? HeatmapLayout.of(state.groups(), width, HeatmapZoom.LEVELS.get(chosenZoom.getAsInt()))
                : HeatmapLayout.fitTo(state.groups(), width, getHeight());
        zoom.set(layout.zoom());
        double hidden = layout.height() + 8 - getHeight();
        bar.setVisible(hidden > 0);
        bar.setMax(Math.max(0, hidden));
        bar.setVisibleAmount(Math.max(1, hidden) * getHeight() / Math.max(getHeight(), layout.height()));
        bar.setValue(Math.min(bar.getValue(), bar.getMax()));
        followHovered();
        paint();
    }

    /** Updates the hover target, as the item under the pointer may have changed or moved away. */
    private void followHovered() {
        if (hovered.isPresent()) {
            hovered = findTarget(pointer.getX(), pointer.getY());
            fillHoverCard();
            placeHoverCard();
        }
    }

    @Override
    protected void repaint() {
        canvas.invalidate();
        requestPaint();
    }

    private void requestPaint() {
        setNeedsLayout(true);
    }

    private void paint() {
        canvas.paint(layout, state, scrollOffset());
        paintPointer();
    }

    private void paintPointer() {
        canvas.showPointer(layout,
                new HeatmapCanvas.HeatmapSelection(new HashSet<>(selection.get()), new HashSet<>(picked.get())),
                hovered, scrollOffset());
    }

    double scrollOffset() {
        return bar.isVisible() ? bar.getValue() : 0;
    }

    void scrollBy(double pixels) {
        bar.setValue(Math.clamp(bar.getValue() + pixels, 0, bar.getMax()));
    }

    HeatmapLayout currentLayout() {
        return layout;
    }

    /** Finds the item at a point of this control. */
    Optional<HeatmapPointerTarget> findTarget(double x, double y) {
        double py = y + scrollOffset();
        for (var position : layout.positions()) {
            if (position.contains(x, py)) {
                for (int i = 0; i < position.card().tiles().size(); i++) {
                    var pixelRectangle = NodeCardPainter.tileBox(position, layout.zoom(), i);
                    if (x >= pixelRectangle.x() && x < pixelRectangle.x() + pixelRectangle.width()
                            && py >= pixelRectangle.y() && py < pixelRectangle.y() + pixelRectangle.height()) {
                        return Optional.of(new HeatmapPointerTarget(position, i));
                    }
                }
                return Optional.of(new HeatmapPointerTarget(position, -1));
            }
        }
        return Optional.empty();
    }

    Optional<NodeCardPosition> findNodePosition(String node) {
        return layout.positions().stream().filter(position -> position.card().node().name().equals(node)).findFirst();
    }

    void hoverTarget(Optional<HeatmapPointerTarget> target, double x, double y) {
        if (!target.equals(hovered)) {
            hovered = target;
            paintPointer();
            fillHoverCard();
        }
        pointer = new Point2D(x, y);
        if (target.isPresent()) {
            placeHoverCard();
        }
    }

    /** Places the hover card beside the pointer, completely in view. */
    private void placeHoverCard() {
        double gap = layout.zoom().form() == HeatmapNodeShape.STRIP ? 14 : 18;
        double right = pointer.getX() + gap;
        double left = right + card.getWidth() > getWidth() ? pointer.getX() - gap - card.getWidth() : right;
        double top = Math.clamp(pointer.getY() + gap, 0, Math.max(0, getHeight() - card.getHeight() - 4));
        card.relocate(Math.max(0, left), top);
    }

    private void fillHoverCard() {
        hovered.ifPresentOrElse(target -> card.show(target, state.podVisibility()), () -> card.setVisible(false));
    }

    /** Selects a node alone, or adds it to the selected ones; a selected one is deselected. */
    void selectNode(String node, boolean add) {
        var others = selectionWithout(node);
        if (!add) {
            selectNodes(List.of(node), List.of());
        } else if (others.size() < selection.get().size()) {
            selectNodes(others);
        } else {
            others.add(node);
            selectNodes(others);
        }
    }

    /** Selects a GPU and its node; adds and deselects as for nodes. */
    void selectDevice(DeviceSeriesKey device, boolean add) {
        if (!add) {
            selectNodes(List.of(device.node()), List.of(device));
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
        var nodes = selectionWithout(device.node());
        if (!leaves || beside) {
            nodes.add(device.node());
        }
        selectNodes(nodes, devices);
    }

    private List<String> selectionWithout(String node) {
        var others = new ArrayList<>(selection.get());
        others.remove(node);
        return others;
    }

    void openNode(String node) {
        open.accept(node);
    }

    /** Mouse, wheel and keyboard input of the heatmap. */
    private static final class HeatmapInputHandler {

        private static final double CLICK = 4;

        private final FleetHeatmapPane pane;
        private double pressedAt;
        private double last;

        HeatmapInputHandler(FleetHeatmapPane pane) {
            this.pane = pane;
        }

        void attachHandlers() {
            pane.setOnMouseMoved(
                    event -> pane.hoverTarget(pane.findTarget(event.getX(), event.getY()), event.getX(), event.getY()));
            pane.setOnMouseExited(event -> pane.hoverTarget(Optional.empty(), 0, 0));
            pane.setOnMousePressed(this::handlePress);
            pane.setOnMouseDragged(this::handleDrag);
            pane.setOnMouseClicked(this::handleClick);
            pane.setOnScroll(this::handleScroll);
            pane.setOnKeyPressed(this::handleKey);
        }

        private void handlePress(MouseEvent event) {
            pane.requestFocus();
            pressedAt = event.getY();
            last = event.getY();
        }

        private void handleDrag(MouseEvent event) {
            pane.hoverTarget(Optional.empty(), 0, 0);
            pane.scrollBy(last - event.getY());
            last = event.getY();
        }

        private void handleClick(MouseEvent event) {
            if (event.getButton() != MouseButton.PRIMARY || Math.abs(event.getY() - pressedAt) > CLICK) {
                return;
            }
            var target = pane.findTarget(event.getX(), event.getY()).orElse(null);
            if (target != null) {
                var node = target.position().card().node().name();
                if (event.getClickCount() == 2) {
                    pane.openNode(node);
                } else {
                    target.findDevice(pane.zoomProperty().get()).ifPresentOrElse(
                            device -> pane.selectDevice(device, event.isShiftDown()),
                            () -> pane.selectNode(node, event.isShiftDown()));
                }
            }
        }

        private void handleScroll(ScrollEvent event) {
            if (event.isControlDown()) {
                pane.zoomBy(event.getDeltaY() > 0 ? 1 : -1);
            } else {
                pane.scrollBy(-event.getDeltaY());
            }
            event.consume();
        }

        private void handleKey(KeyEvent event) {
            boolean handled = true;
            switch (event.getCode()) {
                case LEFT, KP_LEFT -> moveSelection(-1, 0);
                case RIGHT, KP_RIGHT -> moveSelection(1, 0);
                case UP, KP_UP -> moveSelection(0, -1);
                case DOWN, KP_DOWN -> moveSelection(0, 1);
                case ENTER -> currentPosition().ifPresent(position -> pane.openNode(position.card().node().name()));
                case DIGIT0, NUMPAD0 -> pane.zoomToFit();
                default -> handled = false;
            }
            if (handled) {
                event.consume();
            }
        }

        private Optional<NodeCardPosition> currentPosition() {
            var selected = pane.selectionProperty().get();
            if (selected.isEmpty()) {
                return Optional.empty();
            }
            return pane.findNodePosition(selected.getLast());
        }

        /** Selects the nearest node in a direction; the first one if none is selected. */
        private void moveSelection(int right, int down) {
            var places = pane.currentLayout().positions();
            if (places.isEmpty()) {
                return;
            }
            var from = currentPosition();
            if (from.isEmpty()) {
                pane.selectNode(places.getFirst().card().node().name(), false);
                return;
            }
            var start = from.get();
            Predicate<NodeCardPosition> ahead = position -> right * (middleX(position) - middleX(start))
                    + down * (position.y() - start.y()) > 1;
            places.stream().filter(ahead)
                    .min(Comparator.comparingDouble(position -> weightedDistance(start, position, right != 0)))
                    .ifPresent(position -> {
                        pane.selectNode(position.card().node().name(), false);
                        scrollIntoView(position);
                    });
        }

        /** Returns the distance, weighted off the line of movement so that a row is followed to its end. */
        private static double weightedDistance(NodeCardPosition from, NodeCardPosition to, boolean sideways) {
            double across = Math.abs(middleX(to) - middleX(from));
            double along = Math.abs(to.y() - from.y());
            return sideways ? across + 20 * along : along + 4 * across;
        }

        private static double middleX(NodeCardPosition position) {
            return position.x() + position.width() / 2;
        }

        private void scrollIntoView(NodeCardPosition position) {
            double above = position.y() - pane.scrollOffset();
            double below = position.y() + position.height() - pane.scrollOffset() - pane.getHeight();
            if (above < 0) {
                pane.scrollBy(above - HeatmapLayout.HEADING);
            } else if (below > 0) {
                pane.scrollBy(below + 8);
            }
        }
    }
}
