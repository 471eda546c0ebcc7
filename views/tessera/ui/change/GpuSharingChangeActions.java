package tessera.ui.change;

import java.util.List;
import java.util.Optional;

/** The changes of GPU sharing that a user can begin. FX thread, except for {@link #isOffered}, which any may ask. */
public final class GpuSharingChangeActions {

    private final ChangeOfferContext context;

    GpuSharingChangeActions(ChangeOfferContext context) {
        this.context = context;
    }

    /** Returns whether anything can be changed now; false in read-only mode. */
    public boolean isOffered() {
        return context.allowsChanges();
    }

    /** Returns why the sharing of nodes cannot be changed, as far as is known; empty where it can. */
    public Optional<String> sharingBlocker() {
        return context.permissions().refusalOf(ChangePermissionRequirements.forSharing(List.of()));
    }

    /** Returns why configurations cannot be written; empty where they can. */
    public Optional<String> writingBlocker() {
        return context.permissions().refusalOf(ChangePermissionRequirements.forPluginConfig());
    }

    /** Calls back whenever the blockers may have changed. */
    public void observe(Runnable changed) {
        context.permissions().observe(changed);
    }

    /**
     * Opens the form with nodes chosen.
     *
     * @param nodes their names; none to have all nodes offered, or those that a label selector finds
     */
    public void openForNodes(List<String> nodes) {
        context.dialog().open(createForm(nodes));
    }

    /** Opens the form with an existing configuration chosen, to select its nodes. */
    public void openForConfig(String config) {
        var form = createForm(List.of());
        form.chooseConfig(config);
        context.dialog().open(form);
    }

    /**
     * Opens the form that writes a configuration.
     *
     * @param name empty for a new one
     */
    public void openConfigEditor(String name, String text) {
        context.dialog().open(new DevicePluginConfigForm(name, text));
    }

    private GpuSharingForm createForm(List<String> nodes) {
        return new GpuSharingForm(context.targets(nodes), nodes.isEmpty(), context.services());
    }
}
