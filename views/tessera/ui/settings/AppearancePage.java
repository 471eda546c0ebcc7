package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.settings.SettingsEdit;
import tessera.settings.WindowAppearance.Density;
import tessera.settings.WindowAppearance.Motion;
import tessera.settings.WindowAppearance.Tone;
import tessera.ui.UserPreferences;

/** Settings page of the window's appearance. */
final class AppearancePage implements SettingsPage {

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

    private final SettingChoice<Tone> theme;
    private final SettingChoice<TextSizeChoice> size;
    private final SettingChoice<Density> density;
    private final SettingChoice<Motion> motion;
    private final VBox node;

    AppearancePage(UserPreferences preferences) {
        theme = new SettingChoice<>("settings-theme", List.of(Tone.values()),
                tone -> preferences.change(SettingsEdit.setTheme(tone)));
        size = new SettingChoice<>("settings-size", List.of(TextSizeChoice.values()),
                chosen -> preferences.change(SettingsEdit.setFontSize(chosen.pixels)));
        density = new SettingChoice<>("settings-density", List.of(Density.values()),
                chosen -> preferences.change(SettingsEdit.setDensity(chosen)));
        motion = new SettingChoice<>("settings-motion", List.of(Motion.values()),
                chosen -> preferences.change(SettingsEdit.setMotion(chosen)));
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
    public void show(SettingsState state) {
        var appearance = state.settings().settings().appearance();
        theme.show(appearance.theme());
        size.show(TextSizeChoice.nearestTo(appearance.fontSize()));
        density.show(appearance.density());
        motion.show(appearance.motion());
    }
}
