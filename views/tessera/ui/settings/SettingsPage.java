package tessera.ui.settings;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.TextLabelFactory;

/** A page of the settings: a heading, and rows with a subject at the left and a control at the right. FX thread. */
abstract class SettingsPage {

    private static final double LEAST_WORDS = 200;

    private final String title;
    private final VBox node;

    /** @param text said below the heading; may be empty */
    SettingsPage(String id, String title, String text) {
        this.title = title;
        node = LayoutBoxFactory.withStyle(new VBox(4, TextLabelFactory.label(title, "settings-title")),
                "settings-page");
        if (!text.isEmpty()) {
            node.getChildren().add(TextLabelFactory.wrapped(text, "muted"));
        }
        node.setId(id);
    }

    /** Shows the settings as they are. */
    abstract void show(SettingsScreenState state);

    final void addRows(Node... rows) {
        node.getChildren().addAll(rows);
    }

    static Region createRow(String title, String text, Region control) {
        var left = new VBox(2, TextLabelFactory.wrapped(title), TextLabelFactory.wrapped(text, "small", "muted"));
        left.getChildren().getLast().setManaged(!text.isEmpty());
        return LayoutBoxFactory.withStyle(new ResponsiveSplit(left, control, Pos.CENTER_LEFT, 24, LEAST_WORDS),
                "settings-row");
    }

    final String title() {
        return title;
    }

    final VBox node() {
        return node;
    }
}
