package tessera.ui.kit;

import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.UserSettingsAccess;

/** Keeps a scene styled according to the user's settings. FX thread. */
public final class SceneThemeBinder implements AutoCloseable {

    private final UserSettingsAccess preferences;
    private final Scene scene;
    private final LatestValue.ObserverRegistration observerRegistration;
    private @Nullable ResolvedWindowAppearance worn;

    /** Dresses the scene, and again whenever that is settled otherwise. */
    public SceneThemeBinder(UserSettingsAccess preferences, Scene scene) {
        this.preferences = preferences;
        this.scene = scene;
        applyLook();
        observerRegistration = preferences.currentSettings()
                .observe(() -> JavaFxThreadRelay.runOnFxThread(this::applyLook));
    }

    private void applyLook() {
        var savedAppearance = ResolvedWindowAppearance.of(preferences.currentSettings().get().settings().appearance());
        if (!savedAppearance.equals(worn)) {
            worn = savedAppearance;
            savedAppearance.applyTo(scene);
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
    }
}
