package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.operator.ChartValueAdvice;
import tessera.plan.operator.ImageNeeds;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Page with the images that a release needs, and the registry to pull them from. FX thread. */
final class ImagesPage {

    private final ImagesQuery asking;
    private final Supplier<Optional<ChangeIntent>> wanted;
    private final Consumer<List<ChartValueAdvice>> use;
    private final TextField registry = new TextField();
    private final Button take = new Button("Use this registry");
    private final VBox place = new VBox(8);
    private final Node node;
    private final AsyncQuery<ImageNeeds> lookup = new AsyncQuery<>(this::show, this::showProblem);

    /** Queries the images; waits for the cluster and the chart's source. */
    @FunctionalInterface
    interface ImagesQuery {
        ImageNeeds images(ReleaseIntent intent, String registry) throws Failure, InterruptedException;
    }

    /** @param use takes the values by which images come from the registry */
    ImagesPage(ImagesQuery asking, Supplier<Optional<ChangeIntent>> wanted, Consumer<List<ChartValueAdvice>> use) {
        this.asking = asking;
        this.wanted = wanted;
        this.use = use;
        registry.setId("images-registry");
        registry.setPromptText("from where the chart has them; or registry.example:5000/mirror");
        registry.setAccessibleText("Registry that images come from");
        HBox.setHgrow(registry, Priority.ALWAYS);
        var list = new Button("List images");
        list.setId("images-list");
        list.setOnAction(event -> query());
        take.setId("images-use");
        take.setDisable(true);
        var line = new HBox(8, registry, list, take);
        line.setAlignment(Pos.CENTER_LEFT);
        place.setId("images");
        place.getChildren()
                .setAll(SelectableText
                        .wrapped("The images that the nodes must be able to pull, for a registry that has "
                                + "them where the Internet cannot be reached.", "small", "muted"));
        VBox.setVgrow(place, Priority.ALWAYS);
        node = new VBox(12, line, place);
    }

    Node node() {
        return node;
    }

    private void query() {
        take.setDisable(true);
        var mirror = registry.getText().trim();
        if (wanted.get().orElse(null) instanceof ReleaseIntent release) {
            place.getChildren().setAll(SelectableText.label("Having Helm write down what the chart makes…", "muted"));
            lookup.submit(() -> asking.images(release, mirror));
        }
    }

    private void show(ImageNeeds needs) {
        var text = String.join("\n", needs.images());
        var area = new TextArea(text);
        area.setId("images-text");
        area.setEditable(false);
        area.getStyleClass().add("mono");
        VBox.setVgrow(area, Priority.ALWAYS);
        place.getChildren().setAll(ChangePageParts.sectionHead(NumberText.withNoun(needs.images().size(), "image"),
                needs.rewritten().isEmpty() ? "from where the chart has them" : "from the registry above",
                ChangePageParts.copyLink("Copy", text)), area);
        if (!needs.strays().isEmpty()) {
            place.getChildren()
                    .add(SelectableText.withSign(StatusGlyph.WARNING,
                            "No value of the chart says where these come from: "
                                    + String.join(", ", needs.strays())));
        }
        take.setDisable(needs.rewritten().isEmpty());
        take.setOnAction(event -> use.accept(needs.rewritten()));
    }

    private void showProblem(Problem problem) {
        place.getChildren().setAll(ChangePageParts.problemBox(problem));
    }
}
