package tessera.app;

import tessera.cluster.http.AccessMode;
import tessera.settings.ContextKind;
import tessera.ui.ClusterList.Access;

/** Whether changes are refused in the cluster that is open: by the command line, by the settings, or because the user wants it so. */
final class WritePermission {

    private final StartupOptions wishes;
    private final SettingsFile settings;
    private boolean production;
    private volatile boolean wantsReadOnly;

    WritePermission(StartupOptions wishes, SettingsFile settings) {
        this.wishes = wishes;
        this.settings = settings;
    }

    /** A production cluster opens read-only. */
    void enter(String context) {
        production = isProduction(context);
        wantsReadOnly = production;
    }

    /** A cluster that becomes a production cluster is locked; one that was stays as it is until the user says otherwise. */
    void settle(String context) {
        boolean now = isProduction(context);
        wantsReadOnly |= now && !production;
        production = now;
    }

    private boolean isProduction(String context) {
        return settings.settings().forContext(context).kind() == ContextKind.PRODUCTION;
    }

    void want(boolean readOnly) {
        wantsReadOnly = readOnly;
    }

    Access of(String context) {
        if (wishes.readOnly() || settings.settings().readOnly() || settings.settings().forContext(context).readOnly()) {
            return Access.READ_ONLY_FOR_GOOD;
        }
        return wantsReadOnly ? Access.READ_ONLY : Access.CHANGES_ALLOWED;
    }

    AccessMode mode(String context) {
        return of(context) == Access.CHANGES_ALLOWED ? AccessMode.READ_WRITE : AccessMode.READ_ONLY;
    }
}
