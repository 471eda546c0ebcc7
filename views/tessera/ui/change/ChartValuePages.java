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
    enum ChartValuesPageKind {
        YAML("values.yaml"),
        PREFLIGHT("Preflight"),
        PLATFORM("Platform"),
        IMAGES("Images");

        private final String title;

        ChartValuesPageKind(String title) {
            this.title = title;
        }
    }

    private final SegmentedChoice<ChartValuesPageKind> choice;
    private final Map<ChartValuesPageKind, Node> pages = new EnumMap<>(ChartValuesPageKind.class);
    private final StackPane contentPane = new StackPane();
    private final VBox node;

    ChartValuePages(List<ChartValuesPageKind> order) {
        choice = new SegmentedChoice<>("values-page", order, page -> page.title);
        choice.chosenProperty().addListener((property, before, page) -> showChosen());
        VBox.setVgrow(contentPane, Priority.ALWAYS);
        node = new VBox(8, choice.node(), contentPane);
    }

    /** Sets the content of a page. */
    ChartValuePages setContent(ChartValuesPageKind page, Node content) {
        pages.put(page, content);
        showChosen();
        return this;
    }

    /** Registers an action that runs whenever a page comes into sight. */
    void onShow(ChartValuesPageKind page, Runnable deed) {
        choice.chosenProperty().addListener((property, before, displayedHelmValuesSidePage) -> {
            if (displayedHelmValuesSidePage == page) {
                deed.run();
            }
        });
    }

    private void showChosen() {
        var content = pages.get(choice.chosenProperty().get());
        contentPane.getChildren().setAll(content == null ? List.of() : List.of(content));
    }

    Node node() {
        return node;
    }

    void show(ChartValuesPageKind page) {
        choice.chosenProperty().set(page);
    }
}
