package tessera.app;

import tessera.cluster.http.SessionAccessMode;
import tessera.settings.ContextKind;
import tessera.ui.ClusterList.Access;

/** The permission to change the open cluster: read-only by command line, settings or the user. */
final class WritePermission {

    private final StartupOptions wishes;
    private final SettingsFile settings;
    private boolean production;
    private volatile boolean wantsReadOnly;

    WritePermission(StartupOptions wishes, SettingsFile settings) {
        this.wishes = wishes;
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
        return settings.settings().forContext(context).kind() == ContextKind.PRODUCTION;
    }

    void setReadOnly(boolean readOnly) {
        wantsReadOnly = readOnly;
    }

    Access accessOf(String context) {
        if (wishes.readOnly() || settings.settings().readOnly() || settings.settings().forContext(context).readOnly()) {
            return Access.READ_ONLY_FOR_GOOD;
        }
        return wantsReadOnly ? Access.READ_ONLY : Access.CHANGES_ALLOWED;
    }

    SessionAccessMode modeOf(String context) {
        return accessOf(context) == Access.CHANGES_ALLOWED ? SessionAccessMode.READ_WRITE : SessionAccessMode.READ_ONLY;
    }
}
