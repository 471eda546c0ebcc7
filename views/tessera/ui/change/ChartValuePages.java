package tessera.ui.change;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.SegmentedChoice;

/** Pages beside the questions for values, one shown at a time. FX thread. */
final class ChartValuePages {

    /** The pages beside the questions: YAML, platform, preflight checks, images. */
    enum HelmValuesSidePage {
        YAML("values.yaml"),
        PREFLIGHT("Preflight"),
        PLATFORM("Platform"),
        IMAGES("Images");

        private final String title;

        HelmValuesSidePage(String title) {
            this.title = title;
        }
    }

    private final SegmentedChoice<HelmValuesSidePage> choice;
    private final Map<HelmValuesSidePage, Node> pages = new EnumMap<>(HelmValuesSidePage.class);
    private final StackPane place = new StackPane();
    private final VBox node;

    ChartValuePages(List<HelmValuesSidePage> order) {
        choice = new SegmentedChoice<>("values-page", order, page -> page.title);
        choice.chosenProperty().addListener((property, before, page) -> showChosen());
        VBox.setVgrow(place, Priority.ALWAYS);
        node = new VBox(8, choice.node(), place);
    }

    /** Sets the content of a page. */
    ChartValuePages setContent(HelmValuesSidePage page, Node content) {
        pages.put(page, content);
        showChosen();
        return this;
    }

    /** Registers an action that runs whenever a page comes into sight. */
    void onShow(HelmValuesSidePage page, Runnable deed) {
        choice.chosenProperty().addListener((property, before, shown) -> {
            if (shown == page) {
                deed.run();
            }
        });
    }

    private void showChosen() {
        var content = pages.get(choice.chosenProperty().get());
        place.getChildren().setAll(content == null ? List.of() : List.of(content));
    }

    Node node() {
        return node;
    }

    void show(HelmValuesSidePage page) {
        choice.chosenProperty().set(page);
    }
}
