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
import tessera.ui.kit.KeyBindingText;

/** Sheet with the keyboard shortcuts of the window. */
final class KeyHelp {

    static final List<KeyBindingText> KEYS = List.of(new KeyBindingText("Ctrl K", "Search or run a command"),
            new KeyBindingText("1 … " + ScreenDestination.BY_DIGIT, "Go to a screen"),
            new KeyBindingText("/", "Filter this screen; Metrics: ask Prometheus"),
            new KeyBindingText("A U M T P H O", "Fleet: lenses, by their first letters"),
            new KeyBindingText("0", "Fleet: fit all of it"),
            new KeyBindingText("0 … 9", "Metrics: bring a GPU to the front"),
            new KeyBindingText("← →  + −", "Metrics: earlier, later, closer, wider"),
            new KeyBindingText("drag, wheel", "Metrics: zoom, with Shift move in time, double-click to go back"),
            new KeyBindingText("Ctrl wheel", "Fleet: zoom"), new KeyBindingText("arrows, J K", "Move the selection"),
            new KeyBindingText("Enter", "Open what is selected"),
            new KeyBindingText("D  E  L  Y", "Overview, events, logs, YAML of what is selected"),
            new KeyBindingText("S", "A terminal in it"),
            new KeyBindingText("Ctrl Shift K", "Search or run a command, from within a terminal too"),
            new KeyBindingText("Tab, Ctrl Tab", "YAML that is edited: indent, leave the text"),
            new KeyBindingText("M", "Metrics of what is selected"), new KeyBindingText("C", "Copy its name"),
            new KeyBindingText("Ctrl C", "Copy the selected rows"),
            new KeyBindingText("Ctrl Shift T", "Dark or light"), new KeyBindingText("Esc", "Close the innermost thing"),
            new KeyBindingText("?", "These keys"));

    private final StackPane node = new StackPane();

    KeyHelp() {
        node.setId("key-help");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> close());
    }

    private static VBox createSheet() {
        var title = new Label("Keys");
        title.getStyleClass().add("section-title");
        var grid = new GridPane(24, 8);
        for (int row = 0; row < KEYS.size(); row++) {
            var keys = new Label(KEYS.get(row).keys());
            keys.getStyleClass().addAll("key-hint");
            grid.addRow(row, keys, new Label(KEYS.get(row).effect()));
        }
        var sheet = new VBox(16, title, grid);
        sheet.getStyleClass().add("key-sheet");
        sheet.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return sheet;
    }

    StackPane node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    /** Opens the sheet, which is created on first use. */
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
