package tessera.ui.logs;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import tessera.ui.kit.TextLabelFactory;

/** Pointer and key handling of the log canvas. FX thread. */
final class LogCanvasInputHandler {

    private static final int LETTERS = 8;

    private final LogCanvas canvas;
    private double pending;

    LogCanvasInputHandler(LogCanvas canvas) {
        this.canvas = canvas;
    }

    void attach() {
        canvas.addEventHandler(ScrollEvent.SCROLL, this::onScroll);
        canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::onPress);
        canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::extendSelection);
        canvas.addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
    }

    private void extendSelection(MouseEvent event) {
        if (event.isPrimaryButtonDown()) {
            canvas.lineAt(event.getY()).ifPresent(number -> canvas.select(canvas.selection().extendTo(number)));
        }
    }

    private void onScroll(ScrollEvent event) {
        if (event.getDeltaX() != 0 && Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY())) {
            canvas.scrollAcross(-event.getDeltaX() / LETTERS);
        } else {
            pending -= event.getDeltaY() / canvas.rowHeight();
            long lines = (long) pending;
            pending -= lines;
            if (lines != 0) {
                canvas.scrollLines(lines);
            }
        }
        event.consume();
    }

    private void onPress(MouseEvent event) {
        if (event.getButton() != MouseButton.PRIMARY) {
            return;
        }
        canvas.requestFocus();
        var number = canvas.lineAt(event.getY());
        if (number.isEmpty()) {
            canvas.select(LogSelection.NONE);
        } else if (event.isShiftDown()) {
            canvas.select(canvas.selection().extendTo(number.getAsLong()));
        } else {
            canvas.select(LogSelection.NONE.extendTo(number.getAsLong()));
        }
    }

    private void onKey(KeyEvent event) {
        boolean shortcut = event.isShortcutDown();
        if (shortcut && event.getCode() == KeyCode.C) {
            TextLabelFactory.copy(canvas.selectedText());
        } else if (shortcut && event.getCode() == KeyCode.A) {
            canvas.selectAll();
        } else if (!shortcut && isMoveKey(event.getCode())) {
            moveBy(event.getCode());
        } else {
            return;
        }
        event.consume();
    }

    private static boolean isMoveKey(KeyCode code) {
        return switch (code) {
            case UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, LEFT, RIGHT -> true;
            default -> false;
        };
    }

    private void moveBy(KeyCode code) {
        switch (code) {
            case UP -> canvas.scrollLines(-1);
            case DOWN -> canvas.scrollLines(1);
            case PAGE_UP -> canvas.scrollLines(1L - canvas.pageRows());
            case PAGE_DOWN -> canvas.scrollLines(canvas.pageRows() - 1L);
            case HOME -> canvas.scrollToStart();
            case END -> canvas.followingProperty().set(true);
            case LEFT -> canvas.scrollAcross(-LETTERS);
            case RIGHT -> canvas.scrollAcross(LETTERS);
            default -> {
                // no other key moves
            }
        }
    }
}
