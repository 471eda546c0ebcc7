package tessera.ui.metrics;

import java.util.Optional;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/** What mouse and keys do to charts: point, bring a line forward, zoom and pan. FX thread. */
final class ChartHand {

    private static final double DRAG = 5;
    private static final double PAN = 0.25;

    private final ChartPane pane;
    private Optional<Double> pressed = Optional.empty();
    /** What was in sight before anything else was chosen. */
    private Optional<Frame> live = Optional.empty();

    ChartHand(ChartPane pane) {
        this.pane = pane;
    }

    void attach() {
        pane.addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
        pane.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
        pane.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        pane.addEventHandler(MouseEvent.MOUSE_RELEASED, this::release);
        pane.addEventHandler(MouseEvent.MOUSE_EXITED, event -> pane.point(Optional.empty()));
        pane.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    }

    private boolean inside(double x) {
        var layout = pane.arrangement();
        return x >= layout.left() && x <= layout.right();
    }

    private void point(MouseEvent event) {
        pane.point(inside(event.getX())
                ? Optional.of(pane.chart().frame().at(pane.arrangement().share(event.getX())))
                : Optional.empty());
    }

    private void press(MouseEvent event) {
        pane.requestFocus();
        pressed = event.getButton() == MouseButton.PRIMARY ? Optional.of(event.getX()) : Optional.empty();
    }

    private double within(double x) {
        var layout = pane.arrangement();
        return Math.clamp(x, layout.left(), layout.right());
    }

    private void drag(MouseEvent event) {
        pressed.ifPresent(from -> pane.mark(within(from), within(event.getX())));
        point(event);
    }

    private void release(MouseEvent event) {
        pressed.ifPresent(from -> {
            pane.mark(0, 0);
            if (Math.abs(event.getX() - from) < DRAG) {
                pane.bringForward(event.getX(), event.getY());
            } else {
                remember();
                var layout = pane.arrangement();
                pane.zoomProperty().set(Optional.of(
                        pane.chart().frame().part(layout.share(from), layout.share(event.getX()))));
            }
        });
        pressed = Optional.empty();
    }

    private void remember() {
        if (pane.zoomProperty().get().isEmpty()) {
            live = Optional.of(pane.chart().frame());
        }
    }

    private void pan(double share) {
        remember();
        live.ifPresent(present -> {
            var panned = pane.chart().frame().panned(share, present.to().minus(pane.reachProperty().get()),
                    present.to());
            // Who comes back to the present stays in it.
            pane.zoomProperty().set(panned.equals(present) ? Optional.empty() : Optional.of(panned));
        });
    }

    private void key(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        if (event.getCode().isDigitKey()) {
            pane.bringForward(pane.board(digit(event.getCode())));
        } else if (!named(event.getCode())) {
            return;
        }
        event.consume();
    }

    private static String digit(KeyCode code) {
        var name = code.getName();
        return name.substring(name.length() - 1);
    }

    /** Whether the key means anything here now. */
    private boolean named(KeyCode code) {
        switch (code) {
            case LEFT, KP_LEFT -> pan(-PAN);
            case RIGHT, KP_RIGHT -> pan(PAN);
            case UP, KP_UP -> pane.step(-1);
            case DOWN, KP_DOWN -> pane.step(1);
            case ESCAPE -> {
                return leave();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean leave() {
        if (pane.zoomProperty().get().isPresent()) {
            pane.zoomProperty().set(Optional.empty());
        } else if (pane.frontProperty().get().isPresent()) {
            pane.frontProperty().set(Optional.empty());
        } else {
            return false;
        }
        return true;
    }
}
