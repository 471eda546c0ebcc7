package tessera.ui;

import java.util.List;
import tessera.flow.LatestValue;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;

/** The user's settings, and the one way to change them. Safe for use by several threads. */
public interface UserSettingsAccess {

    /**
     * The settings in effect, with the messages about their file.
     *
     * @param file     where it stands
     * @param messages what has to be said about that file, a sentence each; empty when all is well
     */
    record CurrentSettings(UserSettings settings, String file, List<String> messages) {
        public CurrentSettings {
            messages = List.copyOf(messages);
        }
    }

    LatestValue<CurrentSettings> currentSettings();

    /** Changes settings in the background and returns at once. It holds and is written soon; where it cannot be written, that is told. */
    void change(SettingsFileEdit... edits);
}
