package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** A command to be typed elsewhere, and a button that copies it. FX thread. */
public final class CommandRow {

    private CommandRow() {}

    /** The row of a command, its words in these styles beside their font. */
    public static Node of(String command, String... styles) {
        var copy = new Button("", IconFont.COPY.node());
        copy.getStyleClass().addAll("flat", "button-icon");
        copy.setAccessibleText("Copy " + command);
        copy.setMinWidth(Region.USE_PREF_SIZE);
        copy.setOnAction(event -> SelectableText.copy(command));
        var words = SelectableText.wrapped(command, "mono", "muted");
        words.getStyleClass().addAll(styles);
        var row = new HBox(8, words, copy);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
