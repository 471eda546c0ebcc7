package tessera.ui.settings;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.TextLabelFactory;

/** Row of the settings: subject at the left, control at the right. */
final class SettingRow {

    private static final double LEAST_WORDS = 200;

    private SettingRow() {}

    static Region createRow(String title, String text, Region control) {
        var left = new VBox(2, TextLabelFactory.wrapped(title), TextLabelFactory.wrapped(text, "small", "muted"));
        left.getChildren().getLast().setManaged(!text.isEmpty());
        var row = new ResponsiveSplit(left, control, Pos.CENTER_LEFT, 24, LEAST_WORDS);
        row.getStyleClass().add("settings-row");
        return row;
    }

    /** Returns a page with a heading. */
    static VBox createPage(String id, String title, String text, Node... rows) {
        var page = new VBox(4, TextLabelFactory.label(title, "settings-title"));
        if (!text.isEmpty()) {
            page.getChildren().add(TextLabelFactory.wrapped(text, "muted"));
        }
        page.getChildren().addAll(rows);
        page.setId(id);
        page.getStyleClass().add("settings-page");
        return page;
    }
}
