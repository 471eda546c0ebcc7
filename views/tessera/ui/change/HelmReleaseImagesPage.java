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
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.HelmReleaseImageList;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Page with the images that a release needs, and the registry to pull them from. FX thread. */
final class HelmReleaseImagesPage {

    private final HelmReleaseImagesQuery query;
    private final Supplier<Optional<ChangeIntent>> intentSupplier;
    private final Consumer<List<HelmChartValueAdvice>> use;
    private final TextField registry = new TextField();
    private final Button take = new Button("Use this registry");
    private final VBox contentBox = new VBox(8);
    private final Node node;
    private final BackgroundQuery<HelmReleaseImageList> backgroundQuery = new BackgroundQuery<>(this::show,
            this::showProblem);

    /** Queries the images; waits for the cluster and the chart's source. */
    @FunctionalInterface
    interface HelmReleaseImagesQuery {
        HelmReleaseImageList images(GpuStackReleaseIntent intent, String registry)
                throws ProblemException, InterruptedException;
    }

    /** @param use takes the values by which images come from the registry */
    HelmReleaseImagesPage(HelmReleaseImagesQuery query, Supplier<Optional<ChangeIntent>> intentSupplier,
            Consumer<List<HelmChartValueAdvice>> use) {
        this.query = query;
        this.intentSupplier = intentSupplier;
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
        contentBox.setId("images");
        contentBox.getChildren()
                .setAll(TextLabelFactory
                        .wrapped("The images that the nodes must be able to pull, for a registry that has "
                                + "them where the Internet cannot be reached.", "small", "muted"));
        VBox.setVgrow(contentBox, Priority.ALWAYS);
        node = new VBox(12, line, contentBox);
    }

    Node node() {
        return node;
    }

    private void query() {
        take.setDisable(true);
        var mirror = registry.getText().trim();
        if (intentSupplier.get().orElse(null) instanceof GpuStackReleaseIntent release) {
            contentBox.getChildren()
                    .setAll(TextLabelFactory.label("Having Helm write down what the chart makes…", "muted"));
            backgroundQuery.submit(() -> query.images(release, mirror));
        }
    }

    private void show(HelmReleaseImageList needs) {
        var text = String.join("\n", needs.images());
        var area = new TextArea(text);
        area.setId("images-text");
        area.setEditable(false);
        area.getStyleClass().add("mono");
        VBox.setVgrow(area, Priority.ALWAYS);
        contentBox.getChildren()
                .setAll(ChangePageBlockFactory.sectionHead(
                        GroupedNumberFormatter.withNoun(needs.images().size(), "image"),
                        needs.rewritten().isEmpty() ? "from where the chart has them" : "from the registry above",
                        ChangePageBlockFactory.copyLink("Copy", text)), area);
        if (!needs.strays().isEmpty()) {
            contentBox.getChildren()
                    .add(TextLabelFactory.withSign(StatusGlyph.WARNING,
                            "No value of the chart says where these come from: "
                                    + String.join(", ", needs.strays())));
        }
        take.setDisable(needs.rewritten().isEmpty());
        take.setOnAction(event -> use.accept(needs.rewritten()));
    }

    private void showProblem(Problem problem) {
        contentBox.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }
}
