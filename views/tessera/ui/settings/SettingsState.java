package tessera.ui.settings;

import tessera.ui.ClusterList;
import tessera.ui.UserPreferences.SettledSettings;

/** What was settled, and the clusters it is about. */
public record SettingsState(SettledSettings settled, ClusterList clusters) {}
