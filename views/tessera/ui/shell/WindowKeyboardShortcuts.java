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
import tessera.text.MessageCatalog;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ClippedPane;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.ToastMessage;

/** Keyboard shortcuts that are independent of the focus, except while the user is typing. */
final class WindowKeyboardShortcuts {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WindowKeyboardShortcuts.class);

    private final WindowRootPane rootPane;
    private final ClippedPane stage;
    private final Runnable theme;
    /** The key that did something and is still down: what it leads to may take the focus, and is not to be typed into. */
    private @Nullable KeyCode consumedKey;
    /** The last key that went down: what is typed does not say by which key. */
    private @Nullable KeyCode down;

    /** @param stage where the screens are shown */
    WindowKeyboardShortcuts(WindowRootPane rootPane, ClippedPane stage, Runnable theme) {
        this.rootPane = rootPane;
        this.stage = stage;
        this.theme = theme;
    }

    void attachTo(Node root) {
        root.addEventFilter(KeyEvent.ANY, this::suppressKeyRepeat);
        root.addEventFilter(KeyEvent.KEY_PRESSED, this::handleChord);
        root.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            handlePlainKey(event);
            consumedKey = event.isConsumed() ? event.getCode() : null;
        });
        root.addEventHandler(KeyEvent.KEY_TYPED, event -> {
            handleCharacter(event);
            consumedKey = event.isConsumed() ? down : consumedKey;
        });
        // Another window hears the end of a key that is held as this one loses the focus.
        root.sceneProperty().flatMap(Scene::windowProperty).flatMap(Window::focusedProperty)
                .subscribe(focused -> consumedKey = null);
    }

    private void suppressKeyRepeat(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_PRESSED) {
            down = event.getCode();
            consumedKey = down == consumedKey ? consumedKey : null;
        }
        if (event.getEventType() == KeyEvent.KEY_RELEASED) {
            consumedKey = event.getCode() == consumedKey ? null : consumedKey;
        } else if (consumedKey != null) {
            event.consume();
        }
    }

    private void handleChord(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.K
                && (event.isShiftDown() || !rootPane.terminals().takesKeys())) {
            if (rootPane.overlays().palette().isOpen()) {
                rootPane.overlays().palette().close();
            } else if (!rootPane.overlays().isBlocking()) {
                rootPane.overlays().palette().open();
            }
            event.consume();
        } else if (event.isShortcutDown() && event.isShiftDown() && event.getCode() == KeyCode.T) {
            theme.run();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && event.getTarget() instanceof ListView<?>
                && rootPane.closeInnermost()) {
            // A list keeps the key to itself, though nothing is edited in it.
            event.consume();
        }
    }

    private void handlePlainKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && rootPane.closeInnermost()) {
            event.consume();
            return;
        }
        if (isTyping(event) || rootPane.overlays().isBlocking() || event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        if (event.getCode() == KeyCode.S && rootPane.inspectedObject().isPresent()) {
            openTerminal(rootPane.inspectedObject().get());
            event.consume();
            return;
        }
        var page = pageFor(event.getCode());
        if (page.isPresent() && rootPane.inspectedObject().isPresent()) {
            rootPane.chooseInspectorPage(page.get());
            event.consume();
        } else if (event.getCode() == KeyCode.C && rootPane.inspectedObject().isPresent()) {
            TextLabelFactory.copy(rootPane.inspectedObject().get().name());
            event.consume();
        } else if (event.getCode() == KeyCode.M) {
            rootPane.goTo(ScreenDestination.METRICS);
            event.consume();
        }
    }

    /** Opens a terminal; a key has no place of its own to show the reason against it. */
    private void openTerminal(ObjectRef object) {
        var offeredChange = rootPane.dockActions().offers(object).stream().findFirst().orElse(null);
        if (offeredChange != null) {
            offeredChange.reason().ifPresentOrElse(reason -> ToastMessage.showFailure(rootPane.node(),
                    MESSAGES.text("window.noTerminal", object.name()), reason), offeredChange.begin());
        }
    }

    private static Optional<InspectorPageName> pageFor(KeyCode code) {
        return switch (code) {
            case D -> Optional.of(InspectorPageName.OVERVIEW);
            case E -> Optional.of(InspectorPageName.EVENTS);
            case L -> Optional.of(InspectorPageName.LOGS);
            case Y -> Optional.of(InspectorPageName.YAML);
            default -> Optional.empty();
        };
    }

    /** Handles the typed character, not the key: a slash is on the key of a digit of some keyboards, and a digit needs Shift on others. */
    private void handleCharacter(KeyEvent event) {
        if (isTyping(event) || rootPane.overlays().isBlocking()) {
            return;
        }
        var sign = event.getCharacter();
        int screen = sign.length() == 1 ? sign.charAt(0) - '1' : -1;
        boolean plain = !event.isShortcutDown() && !event.isAltDown();
        if (plain && screen >= 0 && screen < ScreenDestination.BY_DIGIT) {
            rootPane.goTo(ScreenDestination.ALL.get(screen));
            stage.focusList();
            event.consume();
        } else if (sign.equals("/")) {
            rootPane.focusFilter();
            event.consume();
        } else if (sign.equals("?")) {
            rootPane.overlays().keyHelp().open();
            event.consume();
        }
    }

    private static boolean isTyping(KeyEvent event) {
        return event.getTarget() instanceof TextInputControl;
    }
}
