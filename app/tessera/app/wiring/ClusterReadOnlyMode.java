package tessera.app.wiring;

import tessera.cluster.http.SessionAccessMode;
import tessera.settings.ClusterPurpose;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;

/** The read-only mode of the open cluster: set by command line, settings or the user. */
final class ClusterReadOnlyMode {

    private final StartupOptions startupOptions;
    private final ApplicationSettingsService settings;
    private boolean production;
    private volatile boolean wantsReadOnly;

    ClusterReadOnlyMode(StartupOptions startupOptions, ApplicationSettingsService settings) {
        this.startupOptions = startupOptions;
        this.settings = settings;
    }

    /** Enters a context; a production cluster opens read-only. */
    void enter(String context) {
        production = isProduction(context);
        wantsReadOnly = production;
    }

    /** Applies changed settings: a cluster that becomes production is locked, and stays so until the user unlocks it. */
    void applySettings(String context) {
        boolean now = isProduction(context);
        wantsReadOnly |= now && !production;
        production = now;
    }

    private boolean isProduction(String context) {
        return settings.settings().forContext(context).kind() == ClusterPurpose.PRODUCTION;
    }

    void setReadOnly(boolean readOnly) {
        wantsReadOnly = readOnly;
    }

    ClusterWriteAccessMode accessOf(String context) {
        if (startupOptions.readOnly() || settings.settings().readOnly()
                || settings.settings().forContext(context).readOnly()) {
            return ClusterWriteAccessMode.READ_ONLY_FOR_GOOD;
        }
        return wantsReadOnly ? ClusterWriteAccessMode.READ_ONLY : ClusterWriteAccessMode.CHANGES_ALLOWED;
    }

    SessionAccessMode modeOf(String context) {
        if (accessOf(context) == ClusterWriteAccessMode.CHANGES_ALLOWED) {
            return SessionAccessMode.READ_WRITE;
        }
        return SessionAccessMode.READ_ONLY;
    }
}
