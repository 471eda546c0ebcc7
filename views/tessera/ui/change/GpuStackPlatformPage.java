package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.operator.ClusterPlatform;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.PlatformChartValueAdvice;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.DisplayTextConverter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Page for the platform that the GPU stack runs on, the values advised for it, and why. FX thread. */
final class GpuStackPlatformPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackPlatformPage.class);
    private static final double CHOICE = 220;

    private final OpenClusterSource services;
    private final ObservableValue<HelmReleaseNamespacedName> release;
    private final Supplier<String> version;
    private final Consumer<List<HelmChartValueAdvice>> use;
    private final ComboBox<String> platform = new ComboBox<>();
    private final Button take = new Button(MESSAGES.text("platform.use"));
    private final VBox advised = new VBox(12);
    private final Node node;
    private final BackgroundQuery<PlatformChartValueAdvice> backgroundQuery = new BackgroundQuery<>(this::show,
            this::showProblem);

    /** @param version of the chart, as far as it is said */
    GpuStackPlatformPage(OpenClusterSource services, ObservableValue<HelmReleaseNamespacedName> release,
            Supplier<String> version, Consumer<List<HelmChartValueAdvice>> use) {
        this.services = services;
        this.release = release;
        this.version = version;
        this.use = use;
        platform.setId("platform");
        platform.setPrefWidth(CHOICE);
        platform.setAccessibleText(MESSAGES.text("platform.name"));
        platform.getItems().add(PlatformChartValueAdvice.DETECTED);
        ClusterPlatform.standardPlatforms().stream().filter(ClusterPlatform::installsByHelm).map(ClusterPlatform::name)
                .forEach(platform.getItems()::add);
        platform.setConverter(new DisplayTextConverter<>(GpuStackPlatformPage::platformTitle));
        platform.setValue(PlatformChartValueAdvice.DETECTED);
        platform.valueProperty().addListener((property, before, chosen) -> refresh());
        take.setId("platform-use");
        take.setDisable(true);
        var line = LayoutBoxFactory.row(8, platform, take);
        advised.setId("platform-values");
        var list = ScrollPaneFactory.verticalPane(advised);
        VBox.setVgrow(list, Priority.ALWAYS);
        node = new VBox(12, line, list);
        refresh();
    }

    /** Returns the usual name of a platform. */
    private static String platformTitle(String name) {
        if (name.equals(PlatformChartValueAdvice.DETECTED)) {
            return MESSAGES.text("platform.detected");
        }
        return ClusterPlatform.standardPlatforms().stream().filter(platform -> platform.name().equals(name))
                .map(ClusterPlatform::title).findFirst().orElse(name);
    }

    Node node() {
        return node;
    }

    /** Queries the advice again, because another chart version may need other values. */
    void refresh() {
        take.setDisable(true);
        var name = platform.getValue();
        var chart = version.get();
        var named = release.getValue();
        backgroundQuery.submit(() -> services.clusterServices().planRunner().platformAdvice(named, name, chart));
    }

    private void show(PlatformChartValueAdvice advice) {
        var lines = new ArrayList<Node>();
        lines.add(TextLabelFactory.withSign(StatusGlyph.INFO, adviceTitle(advice), "strong"));
        if (!advice.note().isEmpty()) {
            lines.add(TextLabelFactory.wrapped(advice.note(), "small", "muted"));
        }
        advice.values().forEach(value -> lines.add(new VBox(2, TextLabelFactory.wrapped(value.assignmentText(), "mono"),
                TextLabelFactory.wrapped(value.reason(), "small", "muted"))));
        advised.getChildren().setAll(lines);
        take.setText(advice.title().isEmpty() ? MESSAGES.text("platform.use")
                : MESSAGES.text("platform.useFor", advice.title()));
        take.setDisable(advice.values().isEmpty());
        take.setOnAction(event -> use.accept(advice.values()));
    }

    private String adviceTitle(PlatformChartValueAdvice advice) {
        boolean detected = platform.getValue().equals(PlatformChartValueAdvice.DETECTED);
        boolean empty = advice.values().isEmpty();
        return advice.title().isEmpty() ? MESSAGES.text("platform.unknown", empty)
                : MESSAGES.text("platform.found", advice.title(), detected, empty);
    }

    private void showProblem(Problem problem) {
        advised.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }
}
