package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import tessera.ui.AppServices;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserRights;

/** The changes of how GPUs are shared that a user can begin. FX thread, except for {@link #offered}, which any may ask. */
public final class SharingChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;

    SharingChanges(AppServices desk, ChangeSheet sheet, UserRights rights) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Whether anything can be changed as things stand; not in read-only mode. */
    public boolean offered() {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED;
    }

    /** Why nodes cannot be had share otherwise, as far as is known; empty where they can. */
    public Optional<String> againstSharing() {
        return rights.against(ChangeRights.sharing(List.of()));
    }

    /** Why configurations cannot be written, the same. */
    public Optional<String> againstWriting() {
        return rights.against(ChangeRights.configuration());
    }

    /** Calls somebody back whenever that may be otherwise. */
    public void observe(Runnable changed) {
        rights.observe(changed);
    }

    /**
     * Begins with how some nodes share.
     *
     * @param nodes their names; none to have all nodes offered, or those that a label selector finds
     */
    public void share(List<String> nodes) {
        sheet.open(form(nodes));
    }

    /** Begins with which nodes take a configuration that there is. */
    public void give(String config) {
        var form = form(List.of());
        form.choose(config);
        sheet.open(form);
    }

    /**
     * Begins with what a configuration says.
     *
     * @param name empty for a new one
     */
    public void write(String name, String text) {
        sheet.open(new ConfigForm(name, text));
    }

    private ShareForm form(List<String> nodes) {
        return new ShareForm(new TargetsField(nodes, desk.snapshots()::get), nodes.isEmpty(), desk);
    }
}
