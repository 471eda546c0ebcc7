package tessera.ui.quota;

import java.util.Map;
import tessera.insight.Accelerators;
import tessera.quota.Limits;
import tessera.quota.Quota;
import tessera.quota.QuotaReader;
import tessera.quota.guard.GuardedPods;
import tessera.quota.guard.KeptPods;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.Relay;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;

/** The changes of what bounds namespaces that a user can begin. FX thread, except for {@link #offered}, which any may ask. */
public final class QuotaChanges implements NodeChanges.Bounds {

    private final Desk desk;
    private final Accelerators accelerators;
    private final ChangeSheet sheet;

    public QuotaChanges(Desk desk, Accelerators accelerators, ChangeSheet sheet) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.sheet = sheet;
    }

    /** Whether anything can be changed as things stand; not in read-only mode. */
    public boolean offered() {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED;
    }

    /** Calls somebody back whenever that may be otherwise. */
    void observe(Runnable changed) {
        desk.clusters().observe(() -> Relay.show(changed));
    }

    /** Calls somebody back whenever a change may have been made: when the sheet is closed. */
    void afterwards(Runnable changed) {
        sheet.node().visibleProperty().addListener((visible, before, now) -> {
            if (!now) {
                changed.run();
            }
        });
    }

    /** @param namespace empty to have it asked */
    void limit(String namespace) {
        sheet.open(QuotaForm.fresh(namespace, desk.snapshots().get(), accelerators));
    }

    void edit(Quota quota) {
        edit(quota, Map.of());
    }

    private void edit(Quota quota, Map<String, String> enough) {
        sheet.open(QuotaForm.of(quota, enough, desk.snapshots().get(), accelerators));
    }

    @Override
    public void editQuota(String namespace, String name, Map<String, String> enough) {
        sheet.open(new AwaitedForm<>("Change a quota", namespace + "/" + name,
                () -> new QuotaReader(desk.reached().objects(), accelerators).quota(namespace, name),
                quota -> edit(quota, enough)));
    }

    @Override
    public void editLimits(String namespace, String name) {
        sheet.open(new AwaitedForm<>("Change a range of limits", namespace + "/" + name,
                () -> new QuotaReader(desk.reached().objects(), accelerators).limits(namespace, name), this::edit));
    }

    /** @param namespace empty to have it asked */
    void bound(String namespace) {
        sheet.open(LimitForm.fresh(namespace, desk.snapshots().get(), accelerators));
    }

    void edit(Limits limits) {
        sheet.open(LimitForm.of(limits, desk.snapshots().get(), accelerators));
    }

    void edit(KeptPods kept) {
        sheet.open(new KeepForm(kept));
    }

    void edit(GuardedPods policy) {
        sheet.open(new GuardForm(policy));
    }

    void makeTeam() {
        sheet.open(new TeamForm(desk.snapshots().get(), accelerators));
    }

    /** @param namespace empty to have it asked */
    void keep(String namespace) {
        sheet.open(new KeepForm(namespace));
    }

    /** @param namespace empty to have it asked */
    void guard(String namespace) {
        sheet.open(new GuardForm(namespace));
    }
}
