package tessera.ui.change;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.Segments;

/** What is beside the questions for values, one page at a time. FX thread. */
final class ValuePages {

    /** What can be seen there. */
    enum Page {
        YAML("values.yaml"),
        PREFLIGHT("Preflight"),
        PLATFORM("Platform"),
        IMAGES("Images");

        private final String title;

        Page(String title) {
            this.title = title;
        }
    }

    private final Segments<Page> choice;
    private final Map<Page, Node> pages = new EnumMap<>(Page.class);
    private final StackPane place = new StackPane();
    private final VBox node;

    ValuePages(List<Page> order) {
        choice = new Segments<>("values-page", order, page -> page.title);
        choice.chosenProperty().addListener((property, before, page) -> place());
        VBox.setVgrow(place, Priority.ALWAYS);
        node = new VBox(8, choice.node(), place);
    }

    /** Says what is on a page. */
    ValuePages fill(Page page, Node content) {
        pages.put(page, content);
        place();
        return this;
    }

    /** Does something whenever a page comes into sight. */
    void onShow(Page page, Runnable deed) {
        choice.chosenProperty().addListener((property, before, shown) -> {
            if (shown == page) {
                deed.run();
            }
        });
    }

    private void place() {
        var content = pages.get(choice.chosenProperty().get());
        place.getChildren().setAll(content == null ? List.of() : List.of(content));
    }

    Node node() {
        return node;
    }

    void show(Page page) {
        choice.chosenProperty().set(page);
    }
}
