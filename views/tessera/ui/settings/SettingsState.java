package tessera.ui.settings;

import tessera.ui.Clusters;
import tessera.ui.Preferences.Settled;

/** What was settled, and the clusters it is about. */
public record SettingsState(Settled settled, Clusters clusters) {}
