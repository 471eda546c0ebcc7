package tessera.ui.shell;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.SentenceText;
import tessera.ui.kit.ClippedPane;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.ToastMessage;

/** The keys that mean the same wherever the focus is, unless somebody is typing. */
final class ShellKeys {

    private final WindowShell shell;
    private final ClippedPane stage;
    private final Runnable theme;
    /** The key that did something and is still down: what it leads to may take the focus, and is not to be typed into. */
    private @Nullable KeyCode taken;
    /** The last key that went down: what is typed does not say by which key. */
    private @Nullable KeyCode down;

    /** @param stage where the screens are shown */
    ShellKeys(WindowShell shell, ClippedPane stage, Runnable theme) {
        this.shell = shell;
        this.stage = stage;
        this.theme = theme;
    }

    void attach(Node root) {
        root.addEventFilter(KeyEvent.ANY, this::held);
        root.addEventFilter(KeyEvent.KEY_PRESSED, this::chord);
        root.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            plain(event);
            taken = event.isConsumed() ? event.getCode() : null;
        });
        root.addEventHandler(KeyEvent.KEY_TYPED, event -> {
            sign(event);
            taken = event.isConsumed() ? down : taken;
        });
        // Another window hears the end of a key that is held as this one loses the focus.
        root.sceneProperty().flatMap(Scene::windowProperty).flatMap(Window::focusedProperty)
                .subscribe(focused -> taken = null);
    }

    private void held(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_PRESSED) {
            down = event.getCode();
            taken = down == taken ? taken : null;
        }
        if (event.getEventType() == KeyEvent.KEY_RELEASED) {
            taken = event.getCode() == taken ? null : taken;
        } else if (taken != null) {
            event.consume();
        }
    }

    private void chord(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.K
                && (event.isShiftDown() || !shell.terminals().takesKeys())) {
            if (shell.overlays().palette().isOpen()) {
                shell.overlays().palette().close();
            } else if (!shell.overlays().cover()) {
                shell.overlays().palette().open();
            }
            event.consume();
        } else if (event.isShortcutDown() && event.isShiftDown() && event.getCode() == KeyCode.T) {
            theme.run();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && event.getTarget() instanceof ListView<?>
                && shell.closeInnermost()) {
            // A list keeps the key to itself, though nothing is edited in it.
            event.consume();
        }
    }

    private void plain(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && shell.closeInnermost()) {
            event.consume();
            return;
        }
        if (typing(event) || shell.overlays().cover() || event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        if (event.getCode() == KeyCode.S && shell.inspected().isPresent()) {
            terminal(shell.inspected().get());
            event.consume();
            return;
        }
        var page = page(event.getCode());
        if (page.isPresent() && shell.inspected().isPresent()) {
            shell.turnTo(page.get());
            event.consume();
        } else if (event.getCode() == KeyCode.C && shell.inspected().isPresent()) {
            SelectableText.copy(shell.inspected().get().name());
            event.consume();
        } else if (event.getCode() == KeyCode.M) {
            shell.go(ScreenDestination.METRICS);
            event.consume();
        }
    }

    /** A key has no place of its own where the reason against it could stand. */
    private void terminal(ObjectRef object) {
        shell.foot().offers(object).stream().findFirst()
                .ifPresent(offer -> offer.reason().ifPresentOrElse(
                        why -> ToastMessage.failed(shell.node(), "No terminal in " + object.name(),
                                SentenceText.begun(why)),
                        offer.begin()));
    }

    private static Optional<String> page(KeyCode code) {
        return switch (code) {
            case D -> Optional.of("Overview");
            case E -> Optional.of("Events");
            case L -> Optional.of("Logs");
            case Y -> Optional.of("YAML");
            default -> Optional.empty();
        };
    }

    /** What a key writes, not which key: a slash is on the key of a digit of some keyboards, and a digit needs Shift on others. */
    private void sign(KeyEvent event) {
        if (typing(event) || shell.overlays().cover()) {
            return;
        }
        var sign = event.getCharacter();
        int screen = sign.length() == 1 ? sign.charAt(0) - '1' : -1;
        boolean plain = !event.isShortcutDown() && !event.isAltDown();
        if (plain && screen >= 0 && screen < ScreenDestination.BY_DIGIT) {
            shell.go(ScreenDestination.ALL.get(screen));
            stage.focusList();
            event.consume();
        } else if (sign.equals("/")) {
            shell.focusFilter();
            event.consume();
        } else if (sign.equals("?")) {
            shell.overlays().help().open();
            event.consume();
        }
    }

    private static boolean typing(KeyEvent event) {
        return event.getTarget() instanceof TextInputControl;
    }
}
