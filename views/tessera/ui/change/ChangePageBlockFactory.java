package tessera.ui.change;

import java.util.Arrays;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Building blocks of text for the pages of a change. */
final class ChangePageBlockFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangePageBlockFactory.class);
    private static final int MOST_SHOWN = 4_000;

    private ChangePageBlockFactory() {}

    /** Returns a title with its detail, and nodes at its right. */
    static HBox sectionHead(String title, String detail, Node... right) {
        var name = TextLabelFactory.whole(title, "section-title");
        var text = TextLabelFactory.label(detail, "small", "muted");
        var head = LayoutBoxFactory.baselineRow(8, name, text, LayoutBoxFactory.spacer());
        head.getChildren().addAll(right);
        return head;
    }

    static VBox section(Node... content) {
        return LayoutBoxFactory.withStyle(new VBox(8, content), "change-section");
    }

    /** Returns a problem with its detail and remedy. */
    static VBox problemBox(Problem problem) {
        var box = new VBox(4, TextLabelFactory.withSign(StatusGlyph.BROKEN, problem.headline(), "strong"));
        for (var text : Arrays.asList(problem.detail(), problem.remedy())) {
            if (!text.isEmpty()) {
                var line = TextLabelFactory.wrapped(text, "small", text.equals(problem.detail()) ? "mono" : "muted");
                line.getStyleClass().add("told-more");
                box.getChildren().add(line);
            }
        }
        return box;
    }

    /** Returns the beginning of a text that is copied whole: laying out a long one would block the window for seconds. */
    static Label shortenedText(String text) {
        return TextLabelFactory.wrapped(text.length() <= MOST_SHOWN ? text
                : MESSAGES.text("more.characters", text.substring(0, MOST_SHOWN),
                        GroupedNumberFormatter.count(text.length() - MOST_SHOWN)),
                "mono", "words");
    }

    /** Returns a link that copies a text. */
    static Hyperlink copyLink(String words, String text) {
        var link = LayoutBoxFactory.withStyle(new Hyperlink(words, FontIcon.COPY.node()), "copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> TextLabelFactory.copy(text));
        return link;
    }
}
