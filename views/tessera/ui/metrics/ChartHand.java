package tessera.ui.metrics;

import java.util.Optional;
import javafx.scene.Cursor;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/**
 * What mouse and keys do to charts: point, bring a line forward, zoom and pan. Dragging chooses the time to zoom to, with Shift or
 * the middle button it pans; the wheel zooms where the pointer is, with Shift or sideways it pans; a double click goes back.
 * On a page that scrolls the wheel does so only with Ctrl or Shift. FX thread.
 */
final class ChartHand {

    private static final double DRAG = 5;
    private static final double PAN = 0.25;
    /** What a notch of the wheel moves or leaves of what is in sight. */
    private static final double PAN_NOTCH = 0.1;
    private static final double ZOOM_NOTCH = 0.8;
    /** A touchpad tells many at once. */
    private static final double MOST_NOTCHES = 3;

    private final ChartPane pane;
    private final TimeAxis axis;
    private Optional<Grip> grip = Optional.empty();

    /** Where the mouse was pressed, what was in sight then, and whether that is taken along. */
    private record Grip(double x, TimeFrame frame, boolean pans) {}

    ChartHand(ChartPane pane) {
        this.pane = pane;
        axis = pane.axis();
    }

    void attach() {
        pane.addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
        pane.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
        pane.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        pane.addEventHandler(MouseEvent.MOUSE_RELEASED, this::release);
        pane.addEventHandler(MouseEvent.MOUSE_CLICKED, this::click);
        pane.addEventHandler(MouseEvent.MOUSE_EXITED, event -> pane.point(Optional.empty()));
        pane.addEventHandler(ScrollEvent.SCROLL, this::scroll);
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
        boolean middle = event.getButton() == MouseButton.MIDDLE;
        grip = middle || event.getButton() == MouseButton.PRIMARY
                ? Optional.of(new Grip(event.getX(), pane.chart().frame(), middle || event.isShiftDown()))
                : Optional.empty();
        // A page that scrolls would take the focus, and with it the keys.
        event.consume();
    }

    private double within(double x) {
        var layout = pane.arrangement();
        return Math.clamp(x, layout.left(), layout.right());
    }

    private void drag(MouseEvent event) {
        grip.filter(_ -> possible()).ifPresent(held -> {
            if (held.pans()) {
                var layout = pane.arrangement();
                pane.setCursor(Cursor.CLOSED_HAND);
                axis.pan(pane.chart().frame(), held.frame(),
                        (held.x() - event.getX()) / (layout.right() - layout.left()));
            } else {
                pane.mark(within(held.x()), within(event.getX()));
            }
        });
        point(event);
    }

    private void release(MouseEvent event) {
        grip.filter(held -> !held.pans()).ifPresent(held -> {
            pane.mark(0, 0);
            if (Math.abs(event.getX() - held.x()) < DRAG) {
                pane.bringForward(event.getX(), event.getY());
            } else {
                var layout = pane.arrangement();
                if (possible()) {
                    axis.part(pane.chart().frame(), layout.share(held.x()), layout.share(event.getX()));
                }
            }
        });
        pane.setCursor(null);
        grip = Optional.empty();
    }

    /** The second of two clicks puts back what the first brought forward. */
    private void click(MouseEvent event) {
        if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && event.isStillSincePress()) {
            axis.leave();
        }
    }

    private void scroll(ScrollEvent event) {
        if (!possible() || (pane.scrolls() && !event.isShortcutDown() && !event.isShiftDown())) {
            return;
        }
        boolean sideways = Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY());
        double notches = sideways ? notches(event.getDeltaX(), event.getMultiplierX())
                : notches(event.getDeltaY(), event.getMultiplierY());
        if (sideways || event.isShiftDown()) {
            pan(-notches * PAN_NOTCH);
        } else {
            zoom(pane.arrangement().share(event.getX()), Math.pow(ZOOM_NOTCH, notches));
        }
        event.consume();
    }

    /** Whether there is anything but what is in sight. */
    private boolean possible() {
        return axis.reachProperty().get().isPositive() && !pane.chart().panels().isEmpty();
    }

    private void pan(double share) {
        if (possible()) {
            axis.pan(pane.chart().frame(), pane.chart().frame(), share);
        }
    }

    private void zoom(double share, double factor) {
        if (possible()) {
            axis.zoom(pane.chart().frame(), share, factor);
        }
    }

    private static double notches(double pixels, double pixelsOfNotch) {
        return Math.clamp(pixels / Math.max(1, pixelsOfNotch), -MOST_NOTCHES, MOST_NOTCHES);
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
            case PLUS, ADD, EQUALS -> zoom(middle(), ZOOM_NOTCH);
            case MINUS, SUBTRACT -> zoom(middle(), 1 / ZOOM_NOTCH);
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

    /** Where the crosshair is; without one, the middle. */
    private double middle() {
        return pane.pointedProperty().get().map(moment -> pane.chart().frame().share(moment.at())).orElse(0.5);
    }

    private boolean leave() {
        if (axis.leave()) {
            return true;
        }
        boolean any = pane.frontProperty().get().isPresent();
        pane.frontProperty().set(Optional.empty());
        return any;
    }
}
