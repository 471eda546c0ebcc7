package tessera.ui.quota;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.SentenceToClauseConverter;
import tessera.ui.kit.TextLabelFactory;

/** Sections of the pane beside the quota table: one below the other, each about one thing. */
final class QuotaDetailSections {

    private QuotaDetailSections() {}

    static HBox titleRow(String kind, String name) {
        var title = new HBox(8, TextLabelFactory.label(kind, "caption"), TextLabelFactory.shrinkable(name, "strong"));
        title.setAlignment(Pos.BASELINE_LEFT);
        return title;
    }

    static VBox sectionBox(Node... content) {
        var box = new VBox(6, content);
        box.getStyleClass().add("sharing-section");
        return box;
    }

    /**
     * Puts the edit action of an object at the right of its title, and below it the reason where it is not editable.
     *
     * @param box     of which the title is the first line
     * @param against why it cannot be edited; empty where it can
     */
    static void offerEdit(VBox box, String id, Optional<String> against, Runnable action) {
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var link = new Hyperlink("Edit…");
        link.setId(id);
        link.getStyleClass().add("copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setDisable(against.isPresent());
        link.setOnAction(event -> action.run());
        if (box.getChildren().getFirst() instanceof HBox title) {
            title.getChildren().addAll(space, link);
        }
        against.map(SentenceToClauseConverter::startUpperCase)
                .ifPresent(reason -> box.getChildren().add(TextLabelFactory.wrapped(reason, "small", "muted")));
    }
}
