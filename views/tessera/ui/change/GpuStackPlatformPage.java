package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.operator.ClusterPlatform;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.PlatformChartValueAdvice;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Page for the platform that the GPU stack runs on, the values advised for it, and why. FX thread. */
final class GpuStackPlatformPage {

    private static final double CHOICE = 220;

    private final PlatformAdviceQuery query;
    private final Supplier<String> version;
    private final Consumer<List<HelmChartValueAdvice>> use;
    private final ComboBox<String> platform = new ComboBox<>();
    private final Button take = new Button("Use these values");
    private final VBox advised = new VBox(12);
    private final Node node;
    private final BackgroundQuery<PlatformChartValueAdvice> backgroundQuery = new BackgroundQuery<>(this::show,
            this::showProblem);

    /** Queries the advice for a platform; waits for the cluster. */
    @FunctionalInterface
    interface PlatformAdviceQuery {
        PlatformChartValueAdvice advice(String platform, String version) throws ProblemException, InterruptedException;
    }

    /** @param version of the chart, as far as it is said */
    GpuStackPlatformPage(PlatformAdviceQuery query, Supplier<String> version,
            Consumer<List<HelmChartValueAdvice>> use) {
        this.query = query;
        this.version = version;
        this.use = use;
        platform.setId("platform");
        platform.setPrefWidth(CHOICE);
        platform.setAccessibleText("Platform");
        platform.getItems().add(PlatformChartValueAdvice.DETECTED);
        ClusterPlatform.standardPlatforms().stream().filter(ClusterPlatform::installsByHelm).map(ClusterPlatform::name)
                .forEach(platform.getItems()::add);
        platform.setConverter(new PlatformTitleConverter());
        platform.setValue(PlatformChartValueAdvice.DETECTED);
        platform.valueProperty().addListener((property, before, chosen) -> refresh());
        take.setId("platform-use");
        take.setDisable(true);
        var line = new HBox(8, platform, take);
        line.setAlignment(Pos.CENTER_LEFT);
        advised.setId("platform-values");
        var list = ScrollPaneFactory.verticalPane(advised);
        VBox.setVgrow(list, Priority.ALWAYS);
        node = new VBox(12, line, list);
        refresh();
    }

    /** Shows platforms by their usual names. */
    private static final class PlatformTitleConverter extends StringConverter<String> {

        @Override
        public String toString(String name) {
            if (name.equals(PlatformChartValueAdvice.DETECTED)) {
                return "As detected";
            }
            return ClusterPlatform.standardPlatforms().stream().filter(platform -> platform.name().equals(name))
                    .map(ClusterPlatform::title)
                    .findFirst().orElse(name);
        }

        @Override
        public String fromString(String title) {
            return title;
        }
    }

    Node node() {
        return node;
    }

    /** Queries the advice again, because another chart version may need other values. */
    void refresh() {
        take.setDisable(true);
        var name = platform.getValue();
        var chart = version.get();
        backgroundQuery.submit(() -> query.advice(name, chart));
    }

    private void show(PlatformChartValueAdvice advice) {
        var lines = new ArrayList<Node>();
        lines.add(TextLabelFactory.withSign(StatusGlyph.INFO, adviceTitle(advice), "strong"));
        if (!advice.note().isEmpty()) {
            lines.add(TextLabelFactory.wrapped(advice.note(), "small", "muted"));
        }
        advice.values().forEach(value -> lines.add(new VBox(2, TextLabelFactory.wrapped(value.assignmentText(), "mono"),
                TextLabelFactory.wrapped("because " + value.reason(), "small", "muted"))));
        advised.getChildren().setAll(lines);
        take.setText(advice.title().isEmpty() ? "Use these values" : "Use values for " + advice.title());
        take.setDisable(advice.values().isEmpty());
        take.setOnAction(event -> use.accept(advice.values()));
    }

    private String adviceTitle(PlatformChartValueAdvice advice) {
        boolean detected = platform.getValue().equals(PlatformChartValueAdvice.DETECTED);
        String where;
        if (advice.title().isEmpty()) {
            where = "The nodes show no platform that needs values of its own";
        } else {
            where = (detected ? "The nodes show that this is " : "For ") + advice.title();
        }
        if (advice.values().isEmpty()) {
            return where + "; nothing need be set";
        }
        if (advice.title().isEmpty()) {
            return where + ", but these are needed";
        }
        return where;
    }

    private void showProblem(Problem problem) {
        advised.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }
}
