package tessera.ui.change;

import java.util.Arrays;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** The pieces of text that pages of a change are made of. */
final class TextPieces {

    private static final int MOST_SHOWN = 4_000;

    private TextPieces() {}

    /** A title, what goes with it, and something at its right. */
    static HBox head(String title, String detail, Node... right) {
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var name = SelectableText.label(title, "section-title");
        name.setMinWidth(Region.USE_PREF_SIZE);
        var words = SelectableText.label(detail, "small", "muted");
        var head = new HBox(8, name, words, spacer);
        head.setAlignment(Pos.BASELINE_LEFT);
        head.getChildren().addAll(right);
        return head;
    }

    static VBox section(Node... content) {
        var box = new VBox(8, content);
        box.getStyleClass().add("change-section");
        return box;
    }

    /** Why something cannot be done. */
    static VBox problem(Problem problem) {
        var box = new VBox(4, SelectableText.told(StatusGlyph.BROKEN, problem.headline(), "strong"));
        for (var words : Arrays.asList(problem.detail(), problem.remedy())) {
            if (!words.isEmpty()) {
                var line = SelectableText.wrapped(words, "small", words.equals(problem.detail()) ? "mono" : "muted");
                line.getStyleClass().add("told-more");
                box.getChildren().add(line);
            }
        }
        return box;
    }

    /** The beginning of a text that is copied whole: to lay out a long one would hold up the window for many seconds. */
    static Label shown(String text) {
        return SelectableText.wrapped(text.length() <= MOST_SHOWN ? text
                : text.substring(0, MOST_SHOWN)
                        + "… and %s characters more, which are copied with it"
                                .formatted(NumberText.count(text.length() - MOST_SHOWN)),
                "mono", "words");
    }

    /** Copies a text. */
    static Hyperlink copy(String words, String text) {
        var link = new Hyperlink(words, IconFont.COPY.node());
        link.getStyleClass().add("copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> SelectableText.copy(text));
        return link;
    }
}
