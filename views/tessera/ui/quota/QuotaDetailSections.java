package tessera.ui.quota;

import java.util.Optional;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Sections of the pane beside the quota table: one below the other, each about one thing. */
final class QuotaDetailSections {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaDetailSections.class);

    private QuotaDetailSections() {}

    static HBox titleRow(String kind, String name) {
        return LayoutBoxFactory.baselineRow(8, TextLabelFactory.label(kind, "caption"),
                TextLabelFactory.shrinkable(name, "strong"));
    }

    /**
     * Puts the edit action of an object at the right of its title, and below it the reason where it is not editable.
     *
     * @param box     of which the title is the first line
     * @param against why it cannot be edited; empty where it can
     */
    static void offerEdit(VBox box, String id, Optional<String> against, Runnable action) {
        var link = InputControlFactory.link(MESSAGES.text("form.edit"), action, "copy-link");
        link.setId(id);
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setDisable(against.isPresent());
        if (box.getChildren().getFirst() instanceof HBox title) {
            title.getChildren().addAll(LayoutBoxFactory.spacer(), link);
        }
        against.ifPresent(reason -> box.getChildren().add(TextLabelFactory.wrapped(reason, "small", "muted")));
    }
}
