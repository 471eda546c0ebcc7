package tessera.ui.change;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.SegmentedChoiceControl;

/** Pages beside the questions for values, one shown at a time. FX thread. */
final class HelmValuesSidePages {

    /** The pages beside the questions: YAML, platform, preflight checks, images. */
    enum HelmChartValuePageKind {
        YAML("values.yaml"),
        PREFLIGHT("Preflight"),
        PLATFORM("Platform"),
        IMAGES("Images");

        private final String title;

        HelmChartValuePageKind(String title) {
            this.title = title;
        }
    }

    private final SegmentedChoiceControl<HelmChartValuePageKind> choice;
    private final Map<HelmChartValuePageKind, Node> pages = new EnumMap<>(HelmChartValuePageKind.class);
    private final StackPane contentPane = new StackPane();
    private final VBox node;

    HelmValuesSidePages(List<HelmChartValuePageKind> order) {
        choice = new SegmentedChoiceControl<>("values-page", order, page -> page.title);
        choice.chosenProperty().addListener((property, before, page) -> showChosen());
        VBox.setVgrow(contentPane, Priority.ALWAYS);
        node = new VBox(8, choice.node(), contentPane);
    }

    /** Sets the content of a page. */
    HelmValuesSidePages setContent(HelmChartValuePageKind page, Node content) {
        pages.put(page, content);
        showChosen();
        return this;
    }

    /** Registers an action that runs whenever a page comes into sight. */
    void onShow(HelmChartValuePageKind page, Runnable deed) {
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

    void show(HelmChartValuePageKind page) {
        choice.chosenProperty().set(page);
    }
}
