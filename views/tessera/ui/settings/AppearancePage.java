package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.settings.Appearance.Density;
import tessera.settings.Appearance.Motion;
import tessera.settings.Appearance.Tone;
import tessera.settings.Edit;
import tessera.ui.Preferences;

/** How the window looks. */
final class AppearancePage implements Page {

    /** The sizes offered; the file takes any between its bounds. */
    private enum Size {
        SMALL(12),
        NORMAL(13),
        LARGE(15),
        LARGEST(17);

        private final int pixels;

        Size(int pixels) {
            this.pixels = pixels;
        }

        static Size nearest(int pixels) {
            var nearest = SMALL;
            for (var size : values()) {
                nearest = Math.abs(size.pixels - pixels) < Math.abs(nearest.pixels - pixels) ? size : nearest;
            }
            return nearest;
        }
    }

    private final Choice<Tone> theme;
    private final Choice<Size> size;
    private final Choice<Density> density;
    private final Choice<Motion> motion;
    private final VBox node;

    AppearancePage(Preferences preferences) {
        theme = new Choice<>("settings-theme", List.of(Tone.values()), tone -> preferences.change(Edit.theme(tone)));
        size = new Choice<>("settings-size", List.of(Size.values()),
                chosen -> preferences.change(Edit.fontSize(chosen.pixels)));
        density = new Choice<>("settings-density", List.of(Density.values()),
                chosen -> preferences.change(Edit.density(chosen)));
        motion = new Choice<>("settings-motion", List.of(Motion.values()),
                chosen -> preferences.change(Edit.motion(chosen)));
        node = Row.page("settings-appearance", title(),
                "Takes effect at once, in this window and in those opened later.",
                Row.of("Theme", "Ctrl Shift T turns the other one on.", theme.node()),
                Row.of("Text", "Charts, logs and terminals follow; the map of the fleet grows as far as it has room.",
                        size.node()),
                Row.of("Density", "How much room rows of tables and lists are given.", density.node()),
                Row.of("Motion", "Only signs of waiting move in this window. Reduced: they stand still.",
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
        var appearance = state.settled().settings().appearance();
        theme.show(appearance.theme());
        size.show(Size.nearest(appearance.fontSize()));
        density.show(appearance.density());
        motion.show(appearance.motion());
    }
}
