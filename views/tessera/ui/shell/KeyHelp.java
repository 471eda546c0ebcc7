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
import tessera.ui.kit.KeyWords;

/** The keys of the window, on a sheet over it. */
final class KeyHelp {

    static final List<KeyWords> KEYS = List.of(new KeyWords("Ctrl K", "Search or run a command"),
            new KeyWords("1 … " + ScreenDestination.BY_DIGIT, "Go to a screen"),
            new KeyWords("/", "Filter this screen; Metrics: ask Prometheus"),
            new KeyWords("A U M T P H O", "Fleet: lenses, by their first letters"),
            new KeyWords("0", "Fleet: fit all of it"), new KeyWords("0 … 9", "Metrics: bring a GPU to the front"),
            new KeyWords("← →  + −", "Metrics: earlier, later, closer, wider"),
            new KeyWords("drag, wheel", "Metrics: zoom, with Shift move in time, double-click to go back"),
            new KeyWords("Ctrl wheel", "Fleet: zoom"), new KeyWords("arrows, J K", "Move the selection"),
            new KeyWords("Enter", "Open what is selected"),
            new KeyWords("D  E  L  Y", "Overview, events, logs, YAML of what is selected"),
            new KeyWords("S", "A terminal in it"),
            new KeyWords("Ctrl Shift K", "Search or run a command, from within a terminal too"),
            new KeyWords("Tab, Ctrl Tab", "YAML that is edited: indent, leave the text"),
            new KeyWords("M", "Metrics of what is selected"), new KeyWords("C", "Copy its name"),
            new KeyWords("Ctrl C", "Copy the selected rows"),
            new KeyWords("Ctrl Shift T", "Dark or light"), new KeyWords("Esc", "Close the innermost thing"),
            new KeyWords("?", "These keys"));

    private final StackPane node = new StackPane();

    KeyHelp() {
        node.setId("key-help");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> close());
    }

    private static VBox sheet() {
        var title = new Label("Keys");
        title.getStyleClass().add("section-title");
        var grid = new GridPane(24, 8);
        for (int row = 0; row < KEYS.size(); row++) {
            var keys = new Label(KEYS.get(row).keys());
            keys.getStyleClass().addAll("key-hint");
            grid.addRow(row, keys, new Label(KEYS.get(row).meaning()));
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

    /** The sheet is made when somebody wants to see it. */
    void open() {
        if (node.getChildren().isEmpty()) {
            var sheet = sheet();
            node.getChildren().setAll(FloatingShadow.of(sheet), sheet);
        }
        node.setVisible(true);
    }

    void close() {
        node.setVisible(false);
    }
}
