package tessera.ui.settings;

import tessera.ui.ClusterList;
import tessera.ui.UserPreferences.CurrentSettings;

/** Saved settings, and the clusters that they apply to. */
public record SettingsState(CurrentSettings settings, ClusterList clusters) {}
