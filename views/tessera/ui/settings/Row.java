package tessera.ui.settings;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.kit.Texts;

/** A line of the settings: what it is about at the left, how it is settled at the right. */
final class Row {

    private Row() {}

    static HBox of(String title, String words, Node control) {
        var left = new VBox(2, Texts.wrapped(title), Texts.wrapped(words, "small", "muted"));
        left.getChildren().getLast().setManaged(!words.isEmpty());
        left.setMinWidth(0);
        HBox.setHgrow(left, Priority.ALWAYS);
        var row = new HBox(24, left, control);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("settings-row");
        return row;
    }

    /** A page with a heading. */
    static VBox page(String id, String title, String words, Node... rows) {
        var page = new VBox(4, Texts.label(title, "settings-title"));
        if (!words.isEmpty()) {
            page.getChildren().add(Texts.wrapped(words, "muted"));
        }
        page.getChildren().addAll(rows);
        page.setId(id);
        page.getStyleClass().add("settings-page");
        return page;
    }
}
