package tessera.ui.kit;

import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/**
 * What stops something in a line of a list, and lets it be forgotten once it is over. Each has a place of its own, so that
 * whoever stops it too late does not forget unread what became of it.
 */
public final class StopLink {

    private static final Insets BESIDE = new Insets(0, 0, 0, 44);

    private final HBox place = new HBox();
    private final Hyperlink stop;
    private final Hyperlink dismiss;

    /** @param of what is listed, to find both by */
    public StopLink(String of, Runnable action) {
        stop = link("Stop", of + "-stop", action);
        dismiss = link("Dismiss", of + "-dismiss", action);
        HBox.setMargin(dismiss, BESIDE);
        place.setAlignment(Pos.CENTER_LEFT);
    }

    /** A link for a cell of a table: the same for as long as the cell is there, so that a click is not lost to news. */
    public static Hyperlink link(String words, String id, Runnable action) {
        var link = new Hyperlink(words);
        link.setId(id);
        link.getStyleClass().add("copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> {
            link.setVisited(false);
            action.run();
        });
        return link;
    }

    public Node node() {
        return place;
    }

    public void show(boolean over) {
        var meant = over ? dismiss : stop;
        if (!Optional.of(meant).equals(place.getChildren().stream().findFirst())) {
            place.getChildren().setAll(meant);
        }
    }
}
