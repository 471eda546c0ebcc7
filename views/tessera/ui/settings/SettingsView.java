package tessera.ui.settings;

import java.time.ZoneId;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import tessera.flow.LatestValue;
import tessera.model.Problem;
import tessera.settings.SettingsFileEdit;
import tessera.settings.WindowAppearance.AnimationChoice;
import tessera.settings.WindowAppearance.LanguageChoice;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.settings.WindowAppearance.ThemeChoice;
import tessera.text.MessageCatalog;
import tessera.ui.ClusterStateSource;
import tessera.ui.ComposedScreen;
import tessera.ui.CrashReportFolder;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.KeyboardShortcutText;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** View of the settings: sections at the left, the selected one beside them. What is changed holds and is written at once. */
public final class SettingsView extends ComposedScreen<SettingsScreenState, SettingsScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SettingsView.class);

    private final ObjectProperty<SettingsScreenState> screenState;
    private final CrashReportsPage reports;
    private final List<SettingsPage> pages;
    private final List<ToggleButton> pageButtons;
    private final VBox messages = new VBox(8);
    private final VBox page = new VBox();
    private final BorderPane root = new BorderPane();
    private final List<LatestValue.ObserverRegistration> observations;

    /**
     * @param keys to be told, since they cannot be changed
     * @param zone in which times are told
     */
    public SettingsView(ClusterStateSource services, UserSettingsAccess preferences, CrashReportFolder crashReports,
            List<KeyboardShortcutText> keys, ZoneId zone) {
        screenState = new SimpleObjectProperty<>(currentState(services, preferences));
        reports = new CrashReportsPage(crashReports, zone);
        pages = List.of(new AppearancePage(preferences), new KubeconfigContextsSettingsPage(preferences),
                new PrometheusSettingsPage(preferences), new AlertThresholdsPage(preferences), new ShortcutsPage(keys),
                new LocalDataSettingsPage(preferences), reports);
        pageButtons = pages.stream().map(this::pageButton).toList();
        var rail = LayoutBoxFactory.withStyle(new VBox(2), "settings-rail");
        rail.getChildren().addAll(pageButtons);
        messages.setId("settings-messages");
        page.getStyleClass().add("settings-body");
        page.getChildren().setAll(messages);
        root.setId("settings");
        root.getStyleClass().add("settings");
        root.setLeft(rail);
        root.setCenter(ScrollPaneFactory.verticalPane(page));
        turnToPage(pages.getFirst());
        setNode(root, this::showMessage);
        setQuery(screenState, (_, state) -> state);
        Runnable news = () -> JavaFxThreadRelay
                .runOnFxThread(() -> screenState.set(currentState(services, preferences)));
        observations = List.of(preferences.currentSettings().observe(news), services.clusters().observe(news));
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                screenState.set(currentState(services, preferences));
            }
        });
        show(screenState.get());
    }

    private static SettingsScreenState currentState(ClusterStateSource services, UserSettingsAccess preferences) {
        return new SettingsScreenState(preferences.currentSettings().get(), services.clusters().get());
    }

    private ToggleButton pageButton(SettingsPage to) {
        var button = LayoutBoxFactory.withStyle(new ToggleButton(to.title()), "flat", "settings-way");
        button.setId(to.node().getId().replaceFirst("settings-", "settings-way-"));
        button.setMaxWidth(Double.MAX_VALUE);
        button.setOnAction(event -> turnToPage(to));
        return button;
    }

    private void turnToPage(SettingsPage to) {
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

    private void showMessage(Problem problem) {
        messages.getChildren().setAll(TextLabelFactory.withSign(StatusGlyph.WARNING, problem.problemText()));
        messages.setManaged(true);
    }

    @Override
    public void show(SettingsScreenState state) {
        messages.getChildren().setAll(state.settings().messages().stream()
                .map(message -> (Node) TextLabelFactory.withSign(StatusGlyph.WARNING, message)).toList());
        messages.setManaged(!messages.getChildren().isEmpty());
        pages.forEach(page -> page.show(state));
    }

    /** Page of the keyboard shortcuts. */
    private static final class ShortcutsPage extends SettingsPage {

        ShortcutsPage(List<KeyboardShortcutText> keys) {
            super("settings-shortcuts", MESSAGES.text("shortcuts.title"), MESSAGES.text("shortcuts.about"));
            for (var key : keys) {
                node().getChildren().add(createRow(key.effect(), "", TextLabelFactory.label(key.keys(), "key-hint")));
            }
        }

        @Override
        void show(SettingsScreenState state) {
            // Nothing of it can be settled.
        }
    }

    /** Settings page of the data kept on disk. */
    private static final class LocalDataSettingsPage extends SettingsPage {

        private static final List<Integer> SIZES = List.of(50, 200, 1000, 5000);

        private final SegmentedChoiceControl<Integer> size = new SegmentedChoiceControl<>("settings-history", SIZES,
                megabytes -> megabytes < 1000 ? megabytes + " MB" : megabytes / 1000 + " GB");
        private int savedValue;

        LocalDataSettingsPage(UserSettingsAccess preferences) {
            super("settings-storage", MESSAGES.text("storage.title"), "");
            size.chosenProperty().subscribe((_, now) -> {
                if (now != savedValue) {
                    savedValue = now;
                    preferences.change(SettingsFileEdit.setHistorySize(now));
                }
            });
            var file = preferences.currentSettings().get().file();
            var copy = InputControlFactory.button(MESSAGES.text("copyPath"), () -> TextLabelFactory.copy(file));
            addRows(createRow(MESSAGES.text("storage.history"), MESSAGES.text("storage.historyHelp"), size.node()),
                    createRow(MESSAGES.text("storage.file"), file, copy));
        }

        @Override
        void show(SettingsScreenState state) {
            savedValue = state.settings().settings().historyMegabytes();
            int nearest = SIZES.getFirst();
            for (int offered : SIZES) {
                nearest = offered <= savedValue ? offered : nearest;
            }
            savedValue = nearest;
            size.choose(nearest);
        }
    }

    /** Settings page of the window's appearance. */
    private static final class AppearancePage extends SettingsPage {

        /** Text sizes on offer; the file takes any between its bounds. */
        private enum TextSizeChoice {
            SMALL(12),
            NORMAL(13),
            LARGE(15),
            LARGEST(17);

            private final int pixels;

            TextSizeChoice(int pixels) {
                this.pixels = pixels;
            }

            static TextSizeChoice nearestTo(int pixels) {
                var nearest = SMALL;
                for (var size : values()) {
                    nearest = Math.abs(size.pixels - pixels) < Math.abs(nearest.pixels - pixels) ? size : nearest;
                }
                return nearest;
            }
        }

        private final SettingChoiceRow<ThemeChoice> theme;
        private final SettingChoiceRow<TextSizeChoice> size;
        private final SettingChoiceRow<RowDensity> density;
        private final SettingChoiceRow<AnimationChoice> motion;
        private final SettingChoiceRow<LanguageChoice> language;

        AppearancePage(UserSettingsAccess preferences) {
            super("settings-appearance", MESSAGES.text("appearance.title"), MESSAGES.text("appearance.about"));
            theme = new SettingChoiceRow<>("settings-theme", List.of(ThemeChoice.values()),
                    themeChoice -> preferences.change(SettingsFileEdit.setTheme(themeChoice)));
            size = new SettingChoiceRow<>("settings-size", List.of(TextSizeChoice.values()),
                    selectedTextSizeChoice -> preferences
                            .change(SettingsFileEdit.setFontSize(selectedTextSizeChoice.pixels)));
            density = new SettingChoiceRow<>("settings-density", List.of(RowDensity.values()),
                    selectedRowDensity -> preferences.change(SettingsFileEdit.setDensity(selectedRowDensity)));
            motion = new SettingChoiceRow<>("settings-motion", List.of(AnimationChoice.values()),
                    selectedAnimationChoice -> preferences.change(SettingsFileEdit.setMotion(selectedAnimationChoice)));
            language = new SettingChoiceRow<>("settings-language", List.of(LanguageChoice.values()),
                    chosen -> preferences.change(SettingsFileEdit.setLanguage(chosen)));
            addRows(createRow(MESSAGES.text("appearance.theme"), MESSAGES.text("appearance.themeHelp"), theme.node()),
                    createRow(MESSAGES.text("appearance.text"), MESSAGES.text("appearance.textHelp"), size.node()),
                    createRow(MESSAGES.text("appearance.density"), MESSAGES.text("appearance.densityHelp"),
                            density.node()),
                    createRow(MESSAGES.text("appearance.motion"), MESSAGES.text("appearance.motionHelp"),
                            motion.node()),
                    createRow(MESSAGES.text("appearance.language"), MESSAGES.text("appearance.languageHelp"),
                            language.node()));
        }

        @Override
        void show(SettingsScreenState state) {
            var appearance = state.settings().settings().appearance();
            theme.show(appearance.theme());
            size.show(TextSizeChoice.nearestTo(appearance.fontSize()));
            density.show(appearance.density());
            motion.show(appearance.motion());
            language.show(appearance.language());
        }
    }
}
