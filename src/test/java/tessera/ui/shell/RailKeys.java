package tessera.ui.shell;

import javafx.scene.input.KeyCode;

/** The keys that lead to screens. */
final class RailKeys {

    private RailKeys() {}

    static KeyCode to(ScreenDestination destination) {
        return KeyCode.getKeyCode(Integer.toString(ScreenDestination.ALL.indexOf(destination) + 1));
    }
}
