package tessera.ui.kit;

import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import tessera.flow.Latest;
import tessera.ui.Preferences;
import tessera.ui.Relay;

/** Keeps a scene dressed as the user settled it. FX thread. */
public final class Wardrobe implements AutoCloseable {

    private final Preferences preferences;
    private final Scene scene;
    private final Latest.Observation observation;
    private @Nullable Look worn;

    /** Dresses the scene, and again whenever that is settled otherwise. */
    public Wardrobe(Preferences preferences, Scene scene) {
        this.preferences = preferences;
        this.scene = scene;
        dress();
        observation = preferences.settled().observe(() -> Relay.show(this::dress));
    }

    private void dress() {
        var settled = Look.of(preferences.settled().get().settings().appearance());
        if (!settled.equals(worn)) {
            worn = settled;
            settled.dress(scene);
        }
    }

    @Override
    public void close() {
        observation.close();
    }
}
