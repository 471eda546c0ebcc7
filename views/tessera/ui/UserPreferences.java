package tessera.ui;

import java.util.List;
import tessera.flow.LatestValue;
import tessera.settings.Settings;
import tessera.settings.SettingsEdit;

/** What the user settled, and the one way to settle it otherwise. Safe for use by several threads. */
public interface UserPreferences {

    /**
     * What holds now.
     *
     * @param file     where it stands
     * @param messages what has to be said about that file, a sentence each; empty when all is well
     */
    record SettledSettings(Settings settings, String file, List<String> messages) {
        public SettledSettings {
            messages = List.copyOf(messages);
        }
    }

    LatestValue<SettledSettings> settled();

    /** Settles something otherwise and returns at once. It holds and is written soon; where it cannot be written, that is told. */
    void change(SettingsEdit... edits);
}
