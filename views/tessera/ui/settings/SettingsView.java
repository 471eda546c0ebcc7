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
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.KeyboardShortcutText;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** View of the settings: sections at the left, the selected one beside them. What is changed holds and is written at once. */
public final class SettingsView implements SnapshotDrivenScreen<SettingsScreenState, SettingsScreenState> {

    private final ObjectProperty<SettingsScreenState> screenState;
    private final CrashReportsPage reports;
    private final List<SettingsSection> pages;
    private final List<ToggleButton> pageButtons;
    private final VBox messages = new VBox(8);
    private final VBox page = new VBox();
    private final BorderPane root = new BorderPane();
    private final List<LatestValue.ObserverRegistration> observations;

    /**
     * @param keys to be told, since they cannot be changed
     * @param zone in which times are told
     */
    public SettingsView(AppServices services, List<KeyboardShortcutText> keys, ZoneId zone) {
        screenState = new SimpleObjectProperty<>(currentState(services));
        var preferences = services.preferences();
        reports = new CrashReportsPage(services.crashReports(), zone);
        pages = List.of(new AppearancePage(preferences), new KubeconfigContextsSettingsPage(preferences),
                new PrometheusSettingsPage(preferences),
                new AlertThresholdsPage(preferences), new ShortcutsPage(keys), new LocalDataSettingsPage(preferences),
                reports);
        pageButtons = pages.stream().map(this::pageButton).toList();
        var rail = new VBox(2);
        rail.getChildren().addAll(pageButtons);
        rail.getStyleClass().add("settings-rail");
        messages.setId("settings-messages");
        page.getStyleClass().add("settings-body");
        page.getChildren().setAll(messages);
        root.setId("settings");
        root.getStyleClass().add("settings");
        root.setLeft(rail);
        root.setCenter(ScrollPaneFactory.verticalPane(page));
        turnToPage(pages.getFirst());
        Runnable news = () -> JavaFxThreadRelay.runOnFxThread(() -> screenState.set(currentState(services)));
        observations = List.of(preferences.currentSettings().observe(news), services.clusters().observe(news));
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                screenState.set(currentState(services));
            }
        });
        show(screenState.get());
    }

    private static SettingsScreenState currentState(AppServices services) {
        return new SettingsScreenState(services.preferences().currentSettings().get(), services.clusters().get());
    }

    private ToggleButton pageButton(SettingsSection to) {
        var button = new ToggleButton(to.title());
        button.setId("settings-way-" + to.title().toLowerCase(Locale.ROOT));
        button.getStyleClass().addAll("flat", "settings-way");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setOnAction(event -> turnToPage(to));
        return button;
    }

    private void turnToPage(SettingsSection to) {
        for (int i = 0; i < pages.size(); i++) {
            pageButtons.get(i).setSelected(pages.get(i).equals(to));
        }
        page.getChildren().setAll(messages, to.node());
    }

    /** Closes the view together with the window. */
    public void close() {
        observations.forEach(LatestValue.ObserverRegistration::close);
        reports.close();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<SettingsScreenState> query() {
        return screenState;
    }

    @Override
    public SettingsScreenState project(GpuFleet fleet, SettingsScreenState query) {
        return query;
    }

    @Override
    public void show(SettingsScreenState state) {
        messages.getChildren().setAll(state.settings().messages().stream()
                .map(message -> (Node) TextLabelFactory.withSign(StatusGlyph.WARNING, message)).toList());
        messages.setManaged(!messages.getChildren().isEmpty());
        pages.forEach(page -> page.show(state));
    }

    @Override
    public void showProblem(Problem problem) {
        messages.getChildren().setAll(TextLabelFactory.withSign(StatusGlyph.WARNING, problem.problemText()));
        messages.setManaged(true);
    }
}
