package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import tessera.ui.AppServices;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.UserPermissions;

/** The changes of GPU sharing that a user can begin. FX thread, except for {@link #isOffered}, which any may ask. */
public final class GpuSharingChanges {

    private final AppServices desk;
    private final ClusterChangeDialog sheet;
    private final UserPermissions rights;

    GpuSharingChanges(AppServices desk, ClusterChangeDialog sheet, UserPermissions rights) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Returns whether anything can be changed now; false in read-only mode. */
    public boolean isOffered() {
        return desk.clusters().get().access() == ClusterWriteAccessMode.CHANGES_ALLOWED;
    }

    /** Returns why the sharing of nodes cannot be changed, as far as is known; empty where it can. */
    public Optional<String> sharingBlocker() {
        return rights.refusalOf(OfferedChangePermissions.forSharing(List.of()));
    }

    /** Returns why configurations cannot be written; empty where they can. */
    public Optional<String> writingBlocker() {
        return rights.refusalOf(OfferedChangePermissions.forPluginConfig());
    }

    /** Calls back whenever the blockers may have changed. */
    public void observe(Runnable changed) {
        rights.observe(changed);
    }

    /**
     * Opens the form with nodes chosen.
     *
     * @param nodes their names; none to have all nodes offered, or those that a label selector finds
     */
    public void openForNodes(List<String> nodes) {
        sheet.open(createForm(nodes));
    }

    /** Opens the form with an existing configuration chosen, to select its nodes. */
    public void openForConfig(String config) {
        var form = createForm(List.of());
        form.chooseConfig(config);
        sheet.open(form);
    }

    /**
     * Opens the form that writes a configuration.
     *
     * @param name empty for a new one
     */
    public void openConfigEditor(String name, String text) {
        sheet.open(new DevicePluginConfigForm(name, text));
    }

    private GpuSharingForm createForm(List<String> nodes) {
        return new GpuSharingForm(new TargetNodesField(nodes, desk.snapshots()::get), nodes.isEmpty(), desk);
    }
}
