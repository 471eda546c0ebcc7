package tessera.ui.metrics;

import java.util.Optional;
import javafx.scene.Cursor;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/**
 * Mouse and keyboard handling of charts: crosshair, line selection, zoom and pan. Dragging chooses the time to zoom to, with Shift or
 * the middle button it pans; the wheel zooms where the pointer is, with Shift or sideways it pans; a double click goes back.
 * On a page that scrolls the wheel does so only with Ctrl or Shift. FX thread.
 */
final class MetricChartInputHandler {

    private static final double DRAG = 5;
    private static final double PAN = 0.25;
    /** What a notch of the wheel moves or leaves of what is in sight. */
    private static final double PAN_NOTCH = 0.1;
    private static final double ZOOM_NOTCH = 0.8;
    /** A touchpad tells many at once. */
    private static final double MOST_NOTCHES = 3;

    private final StackedMetricChartsPane pane;
    private final ChartTimeAxisModel axis;
    private Optional<ChartDragStart> grip = Optional.empty();

    /** The start of a drag: pointer position, time frame, and whether it pans. */
    private record ChartDragStart(double x, ChartTimeFrame frame, boolean pans) {}

    MetricChartInputHandler(StackedMetricChartsPane pane) {
        this.pane = pane;
        axis = pane.axis();
    }

    void attach() {
        pane.addEventHandler(MouseEvent.MOUSE_MOVED, this::onMove);
        pane.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::onDrag);
        pane.addEventHandler(MouseEvent.MOUSE_PRESSED, this::onPress);
        pane.addEventHandler(MouseEvent.MOUSE_RELEASED, this::onRelease);
        pane.addEventHandler(MouseEvent.MOUSE_CLICKED, this::onClick);
        pane.addEventHandler(MouseEvent.MOUSE_EXITED, event -> pane.pointAt(Optional.empty()));
        pane.addEventHandler(ScrollEvent.SCROLL, this::onScroll);
        pane.addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
    }

    private boolean isInside(double x) {
        var layout = pane.currentLayout();
        return x >= layout.left() && x <= layout.right();
    }

    private void onMove(MouseEvent event) {
        pane.pointAt(isInside(event.getX())
                ? Optional.of(pane.chart().frame().momentAt(pane.currentLayout().shareAt(event.getX())))
                : Optional.empty());
    }

    private void onPress(MouseEvent event) {
        pane.requestFocus();
        boolean middle = event.getButton() == MouseButton.MIDDLE;
        grip = middle || event.getButton() == MouseButton.PRIMARY
                ? Optional.of(new ChartDragStart(event.getX(), pane.chart().frame(), middle || event.isShiftDown()))
                : Optional.empty();
        // A page that scrolls would take the focus, and with it the keys.
        event.consume();
    }

    private double clampToChart(double x) {
        var layout = pane.currentLayout();
        return Math.clamp(x, layout.left(), layout.right());
    }

    private void onDrag(MouseEvent event) {
        grip.filter(_ -> canNavigate()).ifPresent(dragStart -> {
            if (dragStart.pans()) {
                var layout = pane.currentLayout();
                pane.setCursor(Cursor.CLOSED_HAND);
                axis.pan(pane.chart().frame(), dragStart.frame(),
                        (dragStart.x() - event.getX()) / (layout.right() - layout.left()));
            } else {
                pane.markRange(clampToChart(dragStart.x()), clampToChart(event.getX()));
            }
        });
        onMove(event);
    }

    private void onRelease(MouseEvent event) {
        grip.filter(dragStart -> !dragStart.pans()).ifPresent(dragStart -> {
            pane.markRange(0, 0);
            if (Math.abs(event.getX() - dragStart.x()) < DRAG) {
                pane.bringForward(event.getX(), event.getY());
            } else {
                var layout = pane.currentLayout();
                if (canNavigate()) {
                    axis.zoomToPart(pane.chart().frame(), layout.shareAt(dragStart.x()), layout.shareAt(event.getX()));
                }
            }
        });
        pane.setCursor(null);
        grip = Optional.empty();
    }

    /** Handles clicks; the second of two puts back what the first brought forward. */
    private void onClick(MouseEvent event) {
        if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && event.isStillSincePress()) {
            axis.leaveZoom();
        }
    }

    private void onScroll(ScrollEvent event) {
        if (!canNavigate() || (pane.scrollsWithPage() && !event.isShortcutDown() && !event.isShiftDown())) {
            return;
        }
        boolean sideways = Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY());
        double notches = sideways ? wheelNotches(event.getDeltaX(), event.getMultiplierX())
                : wheelNotches(event.getDeltaY(), event.getMultiplierY());
        if (sideways || event.isShiftDown()) {
            panBy(-notches * PAN_NOTCH);
        } else {
            zoomBy(pane.currentLayout().shareAt(event.getX()), Math.pow(ZOOM_NOTCH, notches));
        }
        event.consume();
    }

    /** Returns whether there is more than what is in sight. */
    private boolean canNavigate() {
        return axis.reachProperty().get().isPositive() && !pane.chart().panels().isEmpty();
    }

    private void panBy(double share) {
        if (canNavigate()) {
            axis.pan(pane.chart().frame(), pane.chart().frame(), share);
        }
    }

    private void zoomBy(double share, double factor) {
        if (canNavigate()) {
            axis.zoom(pane.chart().frame(), share, factor);
        }
    }

    private static double wheelNotches(double pixels, double pixelsOfNotch) {
        return Math.clamp(pixels / Math.max(1, pixelsOfNotch), -MOST_NOTCHES, MOST_NOTCHES);
    }

    private void onKey(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        if (event.getCode().isDigitKey()) {
            pane.bringForward(pane.boardLine(digitOf(event.getCode())));
        } else if (!handlesKey(event.getCode())) {
            return;
        }
        event.consume();
    }

    private static String digitOf(KeyCode code) {
        var name = code.getName();
        return name.substring(name.length() - 1);
    }

    /** Handles a key; returns whether it has a meaning here now. */
    private boolean handlesKey(KeyCode code) {
        switch (code) {
            case LEFT, KP_LEFT -> panBy(-PAN);
            case RIGHT, KP_RIGHT -> panBy(PAN);
            case PLUS, ADD, EQUALS -> zoomBy(zoomCentre(), ZOOM_NOTCH);
            case MINUS, SUBTRACT -> zoomBy(zoomCentre(), 1 / ZOOM_NOTCH);
            case UP, KP_UP -> pane.stepFront(-1);
            case DOWN, KP_DOWN -> pane.stepFront(1);
            case ESCAPE -> {
                return leaveZoom();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns the position of the crosshair, or else the middle. */
    private double zoomCentre() {
        return pane.pointedProperty().get().map(moment -> pane.chart().frame().shareOf(moment.at())).orElse(0.5);
    }

    private boolean leaveZoom() {
        if (axis.leaveZoom()) {
            return true;
        }
        boolean any = pane.frontProperty().get().isPresent();
        pane.frontProperty().set(Optional.empty());
        return any;
    }
}
