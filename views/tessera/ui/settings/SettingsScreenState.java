package tessera.ui.settings;

import tessera.ui.OpenableClusterList;
import tessera.ui.UserSettingsAccess.CurrentSettings;

/** Saved settings, and the clusters that they apply to. */
public record SettingsScreenState(CurrentSettings settings, OpenableClusterList clusters) {}
