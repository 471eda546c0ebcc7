package tessera.ui.mosaic;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import tessera.ui.mosaic.MosaicLayout.CardPosition;

/** The hand on the mosaic: pointer, wheel and keys. */
final class MosaicPointer {

    private static final double CLICK = 4;

    private final MosaicPane pane;
    private double pressedAt;
    private double last;

    MosaicPointer(MosaicPane pane) {
        this.pane = pane;
    }

    void attach() {
        pane.setOnMouseMoved(event -> pane.hover(pane.at(event.getX(), event.getY()), event.getX(), event.getY()));
        pane.setOnMouseExited(event -> pane.hover(Optional.empty(), 0, 0));
        pane.setOnMousePressed(this::press);
        pane.setOnMouseDragged(this::drag);
        pane.setOnMouseClicked(this::click);
        pane.setOnScroll(this::scroll);
        pane.setOnKeyPressed(this::key);
    }

    private void press(MouseEvent event) {
        pane.requestFocus();
        pressedAt = event.getY();
        last = event.getY();
    }

    private void drag(MouseEvent event) {
        pane.hover(Optional.empty(), 0, 0);
        pane.scrollBy(last - event.getY());
        last = event.getY();
    }

    private void click(MouseEvent event) {
        if (event.getButton() != MouseButton.PRIMARY || Math.abs(event.getY() - pressedAt) > CLICK) {
            return;
        }
        pane.at(event.getX(), event.getY()).ifPresent(target -> {
            var node = target.place().card().node().name();
            if (event.getClickCount() == 2) {
                pane.open(node);
            } else {
                target.device(pane.zoomProperty().get()).ifPresentOrElse(
                        device -> pane.choose(device, event.isShiftDown()),
                        () -> pane.choose(node, event.isShiftDown()));
            }
        });
    }

    private void scroll(ScrollEvent event) {
        if (event.isControlDown()) {
            pane.zoomBy(event.getDeltaY() > 0 ? 1 : -1);
        } else {
            pane.scrollBy(-event.getDeltaY());
        }
        event.consume();
    }

    private void key(KeyEvent event) {
        boolean handled = true;
        switch (event.getCode()) {
            case LEFT, KP_LEFT -> move(-1, 0);
            case RIGHT, KP_RIGHT -> move(1, 0);
            case UP, KP_UP -> move(0, -1);
            case DOWN, KP_DOWN -> move(0, 1);
            case ENTER -> current().ifPresent(place -> pane.open(place.card().node().name()));
            case DIGIT0, NUMPAD0 -> pane.fit();
            default -> handled = false;
        }
        if (handled) {
            event.consume();
        }
    }

    private Optional<CardPosition> current() {
        var selected = pane.selectionProperty().get();
        return selected.isEmpty() ? Optional.empty() : pane.place(selected.getLast());
    }

    /** Selects the nearest node in a direction; the first one where nothing is selected. */
    private void move(int right, int down) {
        var places = pane.arrangement().places();
        if (places.isEmpty()) {
            return;
        }
        var from = current();
        if (from.isEmpty()) {
            pane.choose(places.getFirst().card().node().name(), false);
            return;
        }
        var start = from.get();
        Predicate<CardPosition> ahead = place -> right * (middleX(place) - middleX(start))
                + down * (place.y() - start.y()) > 1;
        places.stream().filter(ahead).min(Comparator.comparingDouble(place -> distance(start, place, right != 0)))
                .ifPresent(place -> {
                    pane.choose(place.card().node().name(), false);
                    show(place);
                });
    }

    /** Off the line of movement counts for more, so that a row is followed to its end. */
    private static double distance(CardPosition from, CardPosition to, boolean sideways) {
        double across = Math.abs(middleX(to) - middleX(from));
        double along = Math.abs(to.y() - from.y());
        return sideways ? across + 20 * along : along + 4 * across;
    }

    private static double middleX(CardPosition place) {
        return place.x() + place.width() / 2;
    }

    private void show(CardPosition place) {
        double above = place.y() - pane.scrolled();
        double below = place.y() + place.height() - pane.scrolled() - pane.getHeight();
        if (above < 0) {
            pane.scrollBy(above - MosaicLayout.HEADING);
        } else if (below > 0) {
            pane.scrollBy(below + 8);
        }
    }
}
