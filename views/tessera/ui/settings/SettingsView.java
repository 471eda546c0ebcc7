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
import tessera.ui.kit.KeyWords;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What the user settles: sections at the left, the one that is in sight beside them. What is changed holds and is written at once. */
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
    public SettingsView(AppServices desk, List<KeyWords> keys, ZoneId zone) {
        asked = new SimpleObjectProperty<>(newest(desk));
        var preferences = desk.preferences();
        reports = new ReportsPage(desk.crashes(), zone);
        pages = List.of(new AppearancePage(preferences), new ContextsPage(preferences), new MetricsPage(preferences),
                new ThresholdsPage(preferences), new ShortcutsPage(keys), new StoragePage(preferences),
                reports);
        ways = pages.stream().map(this::way).toList();
        var rail = new VBox(2);
        rail.getChildren().addAll(ways);
        rail.getStyleClass().add("settings-rail");
        messages.setId("settings-messages");
        page.getStyleClass().add("settings-body");
        page.getChildren().setAll(messages);
        root.setId("settings");
        root.getStyleClass().add("settings");
        root.setLeft(rail);
        root.setCenter(ScrolledPage.down(page));
        turnTo(pages.getFirst());
        Runnable news = () -> FxRelay.show(() -> asked.set(newest(desk)));
        observations = List.of(preferences.settled().observe(news), desk.clusters().observe(news));
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                asked.set(newest(desk));
            }
        });
        show(asked.get());
    }

    private static SettingsState newest(AppServices desk) {
        return new SettingsState(desk.preferences().settled().get(), desk.clusters().get());
    }

    private ToggleButton way(SettingsPage to) {
        var button = new ToggleButton(to.title());
        button.setId("settings-way-" + to.title().toLowerCase(Locale.ROOT));
        button.getStyleClass().addAll("flat", "settings-way");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setOnAction(event -> turnTo(to));
        return button;
    }

    private void turnTo(SettingsPage to) {
        for (int i = 0; i < pages.size(); i++) {
            ways.get(i).setSelected(pages.get(i).equals(to));
        }
        page.getChildren().setAll(messages, to.node());
    }

    /** Turns to the section of this title. */
    public void turnTo(String title) {
        pages.stream().filter(each -> each.title().equals(title)).findFirst().ifPresent(this::turnTo);
    }

    /** Ends it with the window. */
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
        messages.getChildren().setAll(state.settled().messages().stream()
                .map(message -> (Node) SelectableText.told(StatusGlyph.WARNING, message)).toList());
        messages.setManaged(!messages.getChildren().isEmpty());
        pages.forEach(each -> each.show(state));
    }

    @Override
    public void excuse(Problem why) {
        messages.getChildren().setAll(SelectableText.told(StatusGlyph.WARNING, why.sentence()));
        messages.setManaged(true);
    }
}
