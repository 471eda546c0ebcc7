package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.settings.SettingsFileEdit;
import tessera.settings.WindowAppearance.AnimationChoice;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.settings.WindowAppearance.ThemeChoice;
import tessera.ui.UserSettingsAccess;

/** Settings page of the window's appearance. */
final class AppearancePage implements SettingsSection {

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
    private final VBox node;

    AppearancePage(UserSettingsAccess preferences) {
        theme = new SettingChoiceRow<>("settings-theme", List.of(ThemeChoice.values()),
                themeChoice -> preferences.change(SettingsFileEdit.setTheme(themeChoice)));
        size = new SettingChoiceRow<>("settings-size", List.of(TextSizeChoice.values()),
                selectedTextSizeChoice -> preferences
                        .change(SettingsFileEdit.setFontSize(selectedTextSizeChoice.pixels)));
        density = new SettingChoiceRow<>("settings-density", List.of(RowDensity.values()),
                selectedRowDensity -> preferences.change(SettingsFileEdit.setDensity(selectedRowDensity)));
        motion = new SettingChoiceRow<>("settings-motion", List.of(AnimationChoice.values()),
                selectedAnimationChoice -> preferences.change(SettingsFileEdit.setMotion(selectedAnimationChoice)));
        node = SettingRow.createPage("settings-appearance", title(),
                "Takes effect at once, in this window and in those opened later.",
                SettingRow.createRow("Theme", "Ctrl Shift T turns the other one on.", theme.node()),
                SettingRow.createRow("Text",
                        "Charts, logs and terminals follow; the map of the fleet grows as far as it has room.",
                        size.node()),
                SettingRow.createRow("Density", "How much room rows of tables and lists are given.", density.node()),
                SettingRow.createRow("Motion", "Only signs of waiting move in this window. Reduced: they stand still.",
                        motion.node()));
    }

    @Override
    public String title() {
        return "Appearance";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsScreenState state) {
        var appearance = state.settings().settings().appearance();
        theme.show(appearance.theme());
        size.show(TextSizeChoice.nearestTo(appearance.fontSize()));
        density.show(appearance.density());
        motion.show(appearance.motion());
    }
}
