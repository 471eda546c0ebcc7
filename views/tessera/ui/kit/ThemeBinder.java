package tessera.ui.kit;

import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.ui.FxRelay;
import tessera.ui.UserPreferences;

/** Keeps a scene styled according to the user's settings. FX thread. */
public final class ThemeBinder implements AutoCloseable {

    private final UserPreferences preferences;
    private final Scene scene;
    private final LatestValue.Observation observation;
    private @Nullable WindowLook worn;

    /** Dresses the scene, and again whenever that is settled otherwise. */
    public ThemeBinder(UserPreferences preferences, Scene scene) {
        this.preferences = preferences;
        this.scene = scene;
        applyLook();
        observation = preferences.currentSettings().observe(() -> FxRelay.runOnFxThread(this::applyLook));
    }

    private void applyLook() {
        var settled = WindowLook.of(preferences.currentSettings().get().settings().appearance());
        if (!settled.equals(worn)) {
            worn = settled;
            settled.applyTo(scene);
        }
    }

    @Override
    public void close() {
        observation.close();
    }
}
