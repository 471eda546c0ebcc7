package tessera.ui.settings;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.SelectableText;

/** A line of the settings: what it is about at the left, how it is settled at the right. */
final class SettingRow {

    private static final double LEAST_WORDS = 200;

    private SettingRow() {}

    static Region of(String title, String words, Region control) {
        var left = new VBox(2, SelectableText.wrapped(title), SelectableText.wrapped(words, "small", "muted"));
        left.getChildren().getLast().setManaged(!words.isEmpty());
        var row = new ResponsiveSplit(left, control, Pos.CENTER_LEFT, 24, LEAST_WORDS);
        row.getStyleClass().add("settings-row");
        return row;
    }

    /** A page with a heading. */
    static VBox page(String id, String title, String words, Node... rows) {
        var page = new VBox(4, SelectableText.label(title, "settings-title"));
        if (!words.isEmpty()) {
            page.getChildren().add(SelectableText.wrapped(words, "muted"));
        }
        page.getChildren().addAll(rows);
        page.setId(id);
        page.getStyleClass().add("settings-page");
        return page;
    }
}
