package tessera.ui.shell;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The keys of the window, on a sheet over it. */
final class KeyHelp {

    private record Key(String keys, String meaning) {}

    private static final List<Key> KEYS = List.of(new Key("Ctrl K", "search or run a command"),
            new Key("1 … " + Destination.BY_DIGIT, "go to a screen"),
            new Key("/", "filter this screen; on metrics: ask Prometheus"),
            new Key("A U M T P H O", "on the fleet: its lenses, by their first letters"),
            new Key("0", "on the fleet: fit it all"), new Key("0 … 9", "on metrics: bring a GPU forward"),
            new Key("← →", "on metrics: earlier, later"),
            new Key("Ctrl wheel", "on the fleet: zoom"), new Key("arrows, J K", "move the selection"),
            new Key("Enter", "open what is selected"), new Key("D  E  Y", "overview, events, YAML of what is selected"),
            new Key("C", "copy its name"), new Key("Ctrl C", "copy the selected rows"),
            new Key("Ctrl Shift T", "dark or light"), new Key("Esc", "close the innermost thing"),
            new Key("?", "these keys"));

    private final StackPane node = new StackPane();

    KeyHelp() {
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
        node.setId("key-help");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.getChildren().setAll(sheet);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> close());
    }

    StackPane node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void open() {
        node.setVisible(true);
    }

    void close() {
        node.setVisible(false);
    }
}
