package tessera.ui.shell;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.KeyboardShortcutText;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Dialog with the keyboard shortcuts of the window. */
final class KeyboardShortcutsDialog {

    static final List<KeyboardShortcutText> KEYS = List.of(
            new KeyboardShortcutText("Ctrl K", "Search or run a command"),
            new KeyboardShortcutText("1 … " + ScreenDestination.BY_DIGIT, "Go to a screen"),
            new KeyboardShortcutText("/", "Filter this screen; Metrics: ask Prometheus"),
            new KeyboardShortcutText("A U M T P H O", "Fleet: lenses, by their first letters"),
            new KeyboardShortcutText("0", "Fleet: fit all of it"),
            new KeyboardShortcutText("0 … 9", "Metrics: bring a GPU to the front"),
            new KeyboardShortcutText("← →  + −", "Metrics: earlier, later, closer, wider"),
            new KeyboardShortcutText("drag, wheel", "Metrics: zoom, with Shift move in time, double-click to go back"),
            new KeyboardShortcutText("Ctrl wheel", "Fleet: zoom"),
            new KeyboardShortcutText("arrows, J K", "Move the selection"),
            new KeyboardShortcutText("Enter", "Open what is selected"),
            new KeyboardShortcutText("D  E  L  Y", "Overview, events, logs, YAML of what is selected"),
            new KeyboardShortcutText("S", "A terminal in it"),
            new KeyboardShortcutText("Ctrl Shift K", "Search or run a command, from within a terminal too"),
            new KeyboardShortcutText("Tab, Ctrl Tab", "YAML that is edited: indent, leave the text"),
            new KeyboardShortcutText("M", "Metrics of what is selected"),
            new KeyboardShortcutText("C", "Copy its name"),
            new KeyboardShortcutText("Ctrl C", "Copy the selected rows"),
            new KeyboardShortcutText("Ctrl Shift T", "Dark or light"),
            new KeyboardShortcutText("Esc", "Close the innermost thing"),
            new KeyboardShortcutText("?", "These keys"));

    private final StackPane node = new StackPane();

    KeyboardShortcutsDialog() {
        node.setId("key-help");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> close());
    }

    private static VBox createSheet() {
        var title = TextLabelFactory.label("Keys", "section-title");
        var grid = new GridPane(24, 8);
        for (int row = 0; row < KEYS.size(); row++) {
            var keys = TextLabelFactory.label(KEYS.get(row).keys(), "key-hint");
            grid.addRow(row, keys, new Label(KEYS.get(row).effect()));
        }
        var sheet = LayoutBoxFactory.withStyle(new VBox(16, title, grid), "key-sheet");
        sheet.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return sheet;
    }

    StackPane node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    /** Opens the dialog, which is created on first use. */
    void open() {
        if (node.getChildren().isEmpty()) {
            var sheet = createSheet();
            node.getChildren().setAll(FloatingShadow.of(sheet), sheet);
        }
        node.setVisible(true);
    }

    void close() {
        node.setVisible(false);
    }
}
