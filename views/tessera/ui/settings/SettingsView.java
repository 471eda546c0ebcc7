package tessera.ui.settings;

import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import tessera.flow.LatestValue;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.FxRelay;
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.KeyBindingText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** View of the settings: sections at the left, the selected one beside them. What is changed holds and is written at once. */
public final class SettingsView implements ProjectedScreen<SettingsState, SettingsState> {

    private final ObjectProperty<SettingsState> asked;
    private final ReportsPage reports;
    private final List<SettingsPage> pages;
    private final List<ToggleButton> ways;
    private final VBox messages = new VBox(8);
    private final VBox page = new VBox();
    private final BorderPane root = new BorderPane();
    private final List<LatestValue.Observation> observations;

    /**
     * @param keys to be told, since they cannot be changed
     * @param zone in which times are told
     */
    public SettingsView(AppServices desk, List<KeyBindingText> keys, ZoneId zone) {
        asked = new SimpleObjectProperty<>(currentState(desk));
        var preferences = desk.preferences();
        reports = new ReportsPage(desk.crashReports(), zone);
        pages = List.of(new AppearancePage(preferences), new ContextsPage(preferences), new MetricsPage(preferences),
                new ThresholdsPage(preferences), new ShortcutsPage(keys), new LocalDataPage(preferences),
                reports);
        ways = pages.stream().map(this::pageButton).toList();
        var rail = new VBox(2);
        rail.getChildren().addAll(ways);
        rail.getStyleClass().add("settings-rail");
        messages.setId("settings-messages");
        page.getStyleClass().add("settings-body");
        page.getChildren().setAll(messages);
        root.setId("settings");
        root.getStyleClass().add("settings");
        root.setLeft(rail);
        root.setCenter(ScrolledPage.verticalPane(page));
        turnToPage(pages.getFirst());
        Runnable news = () -> FxRelay.runOnFxThread(() -> asked.set(currentState(desk)));
        observations = List.of(preferences.currentSettings().observe(news), desk.clusters().observe(news));
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                asked.set(currentState(desk));
            }
        });
        show(asked.get());
    }

    private static SettingsState currentState(AppServices desk) {
        return new SettingsState(desk.preferences().currentSettings().get(), desk.clusters().get());
    }

    private ToggleButton pageButton(SettingsPage to) {
        var button = new ToggleButton(to.title());
        button.setId("settings-way-" + to.title().toLowerCase(Locale.ROOT));
        button.getStyleClass().addAll("flat", "settings-way");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setOnAction(event -> turnToPage(to));
        return button;
    }

    private void turnToPage(SettingsPage to) {
        for (int i = 0; i < pages.size(); i++) {
            ways.get(i).setSelected(pages.get(i).equals(to));
        }
        page.getChildren().setAll(messages, to.node());
    }

    /** Closes the view together with the window. */
    public void close() {
        observations.forEach(LatestValue.Observation::close);
        reports.close();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<SettingsState> query() {
        return asked;
    }

    @Override
    public SettingsState project(GpuFleet fleet, SettingsState query) {
        return query;
    }

    @Override
    public void show(SettingsState state) {
        messages.getChildren().setAll(state.settings().messages().stream()
                .map(message -> (Node) SelectableText.withSign(StatusGlyph.WARNING, message)).toList());
        messages.setManaged(!messages.getChildren().isEmpty());
        pages.forEach(page -> page.show(state));
    }

    @Override
    public void showProblem(Problem problem) {
        messages.getChildren().setAll(SelectableText.withSign(StatusGlyph.WARNING, problem.problemText()));
        messages.setManaged(true);
    }
}
