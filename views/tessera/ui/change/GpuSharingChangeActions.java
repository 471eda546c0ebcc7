package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import tessera.ui.AppServices;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.UserPermissionChecker;

/** The changes of GPU sharing that a user can begin. FX thread, except for {@link #isOffered}, which any may ask. */
public final class GpuSharingChangeActions {

    private final AppServices services;
    private final ClusterChangeDialog changeDialog;
    private final UserPermissionChecker permissions;

    GpuSharingChangeActions(AppServices services, ClusterChangeDialog changeDialog, UserPermissionChecker permissions) {
        this.services = services;
        this.changeDialog = changeDialog;
        this.permissions = permissions;
    }

    /** Returns whether anything can be changed now; false in read-only mode. */
    public boolean isOffered() {
        return services.clusters().get().access() == ClusterWriteAccessMode.CHANGES_ALLOWED;
    }

    /** Returns why the sharing of nodes cannot be changed, as far as is known; empty where it can. */
    public Optional<String> sharingBlocker() {
        return permissions.refusalOf(ChangePermissionRequirements.forSharing(List.of()));
    }

    /** Returns why configurations cannot be written; empty where they can. */
    public Optional<String> writingBlocker() {
        return permissions.refusalOf(ChangePermissionRequirements.forPluginConfig());
    }

    /** Calls back whenever the blockers may have changed. */
    public void observe(Runnable changed) {
        permissions.observe(changed);
    }

    /**
     * Opens the form with nodes chosen.
     *
     * @param nodes their names; none to have all nodes offered, or those that a label selector finds
     */
    public void openForNodes(List<String> nodes) {
        changeDialog.open(createForm(nodes));
    }

    /** Opens the form with an existing configuration chosen, to select its nodes. */
    public void openForConfig(String config) {
        var form = createForm(List.of());
        form.chooseConfig(config);
        changeDialog.open(form);
    }

    /**
     * Opens the form that writes a configuration.
     *
     * @param name empty for a new one
     */
    public void openConfigEditor(String name, String text) {
        changeDialog.open(new DevicePluginConfigForm(name, text));
    }

    private GpuSharingForm createForm(List<String> nodes) {
        return new GpuSharingForm(new TargetNodesField(nodes, services.snapshots()::get), nodes.isEmpty(), services);
    }
}
