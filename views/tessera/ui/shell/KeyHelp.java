package tessera.ui.shell;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.KeyWords;
import tessera.ui.kit.Shadow;

/** The keys of the window, on a sheet over it. */
final class KeyHelp {

    static final List<KeyWords> KEYS = List.of(new KeyWords("Ctrl K", "search or run a command"),
            new KeyWords("1 … " + Destination.BY_DIGIT, "go to a screen"),
            new KeyWords("/", "filter this screen; on metrics: ask Prometheus"),
            new KeyWords("A U M T P H O", "on the fleet: its lenses, by their first letters"),
            new KeyWords("0", "on the fleet: fit it all"), new KeyWords("0 … 9", "on metrics: bring a GPU forward"),
            new KeyWords("← →  + −", "on metrics: earlier, later, closer, wider"),
            new KeyWords("drag, wheel", "on metrics: zoom; with Shift: move in time; double click: back"),
            new KeyWords("Ctrl wheel", "on the fleet: zoom"), new KeyWords("arrows, J K", "move the selection"),
            new KeyWords("Enter", "open what is selected"),
            new KeyWords("D  E  Y", "overview, events, YAML of what is selected"),
            new KeyWords("M", "metrics of what is selected"), new KeyWords("C", "copy its name"),
            new KeyWords("Ctrl C", "copy the selected rows"),
            new KeyWords("Ctrl Shift T", "dark or light"), new KeyWords("Esc", "close the innermost thing"),
            new KeyWords("?", "these keys"));

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
            node.getChildren().setAll(Shadow.of(sheet), sheet);
        }
        node.setVisible(true);
    }

    void close() {
        node.setVisible(false);
    }
}
