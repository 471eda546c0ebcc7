package tessera.ui.kit;

import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;

/**
 * Link in a list row that stops something, or removes it once it is over. Each has a place of its own, so that
 * whoever stops it too late does not forget unread what became of it.
 */
public final class StopOrDismissLinks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StopOrDismissLinks.class);
    private static final Insets BESIDE = new Insets(0, 0, 0, 44);

    private final HBox container = new HBox();
    private final Hyperlink stop;
    private final Hyperlink dismiss;

    /** @param of what is listed, to find both by */
    public StopOrDismissLinks(String of, Runnable action) {
        stop = createLink(MESSAGES.text("work.stop"), of + "-stop", action);
        dismiss = createLink(MESSAGES.text("work.dismiss"), of + "-dismiss", action);
        HBox.setMargin(dismiss, BESIDE);
        container.setAlignment(Pos.CENTER_LEFT);
    }

    /** Returns a link for a table cell, the same for the cell's lifetime so that an update does not swallow a click. */
    public static Hyperlink createLink(String text, String id, Runnable action) {
        var link = LayoutBoxFactory.withStyle(new Hyperlink(text), "copy-link");
        link.setId(id);
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> {
            link.setVisited(false);
            action.run();
        });
        return link;
    }

    public Node node() {
        return container;
    }

    public void show(boolean over) {
        var meant = over ? dismiss : stop;
        if (!Optional.of(meant).equals(container.getChildren().stream().findFirst())) {
            container.getChildren().setAll(meant);
        }
    }
}
