package tessera.ui.heatmap;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;

/** Mouse, wheel and keyboard input of the heatmap. */
final class HeatmapInputHandler {

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
