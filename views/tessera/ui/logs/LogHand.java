package tessera.ui.logs;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import tessera.ui.kit.SelectableText;

/** What pointer and keys do to the lines of a log. FX thread. */
final class LogHand {

    private static final int LETTERS = 8;

    private final LogCanvas canvas;
    private double pending;

    LogHand(LogCanvas canvas) {
        this.canvas = canvas;
    }

    void attach() {
        canvas.addEventHandler(ScrollEvent.SCROLL, this::scroll);
        canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> {
            if (event.isPrimaryButtonDown()) {
                canvas.at(event.getY()).ifPresent(number -> canvas.select(canvas.selection().to(number)));
            }
        });
        canvas.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    }

    private void scroll(ScrollEvent event) {
        if (event.getDeltaX() != 0 && Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY())) {
            canvas.scrollAcross(-event.getDeltaX() / LETTERS);
        } else {
            pending -= event.getDeltaY() / canvas.row();
            long lines = (long) pending;
            pending -= lines;
            if (lines != 0) {
                canvas.scroll(lines);
            }
        }
        event.consume();
    }

    private void press(MouseEvent event) {
        if (event.getButton() != MouseButton.PRIMARY) {
            return;
        }
        canvas.requestFocus();
        var number = canvas.at(event.getY());
        if (number.isEmpty()) {
            canvas.select(LogSelection.NONE);
        } else if (event.isShiftDown()) {
            canvas.select(canvas.selection().to(number.getAsLong()));
        } else {
            canvas.select(LogSelection.NONE.to(number.getAsLong()));
        }
    }

    private void key(KeyEvent event) {
        boolean shortcut = event.isShortcutDown();
        if (shortcut && event.getCode() == KeyCode.C) {
            SelectableText.copy(canvas.text());
        } else if (shortcut && event.getCode() == KeyCode.A) {
            canvas.selectAll();
        } else if (!shortcut && moves(event.getCode())) {
            move(event.getCode());
        } else {
            return;
        }
        event.consume();
    }

    private static boolean moves(KeyCode code) {
        return switch (code) {
            case UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, LEFT, RIGHT -> true;
            default -> false;
        };
    }

    private void move(KeyCode code) {
        switch (code) {
            case UP -> canvas.scroll(-1);
            case DOWN -> canvas.scroll(1);
            case PAGE_UP -> canvas.scroll(1L - canvas.page());
            case PAGE_DOWN -> canvas.scroll(canvas.page() - 1L);
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
