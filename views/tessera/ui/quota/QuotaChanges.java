package tessera.ui.quota;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.Optional;
import tessera.insight.Accelerators;
import tessera.quota.Limits;
import tessera.quota.Quota;
import tessera.quota.QuotaReader;
import tessera.quota.Quotas;
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

    /**
     * A kind of object that can be made anew.
     *
     * @param title what it is called at the beginning of a sentence
     * @param begin opens its form on a namespace; an empty one is asked for
     */
    public record Fresh(String title, Consumer<String> begin) {}

    /**
     * What can be made for a namespace, the commonest first.
     *
     * @param known what is known to be there
     */
    public List<Fresh> fresh(Optional<Quotas> known) {
        return List.of(new Fresh("Quota", namespace -> limit(namespace, known)),
                new Fresh("Range of limits", namespace -> bound(namespace, known)), new Fresh("Disruption budget", this::keep),
                new Fresh("Network policy", this::guard));
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

    private void limit(String namespace, Optional<Quotas> known) {
        ObjectFields.Taken taken = (where, name) -> known.flatMap(all -> all.of(where).quotas().stream()
                .filter(quota -> quota.name().equals(name)).findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(QuotaForm.fresh(namespace, taken, desk.snapshots().get(), accelerators));
    }

    /** Opens a form in place of the one that led to it, to which nobody wants to come back. */
    private void instead(Runnable other) {
        sheet.close();
        other.run();
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
                quota -> instead(() -> edit(quota, enough))));
    }

    @Override
    public void editLimits(String namespace, String name) {
        sheet.open(new AwaitedForm<>("Change a range of limits", namespace + "/" + name,
                () -> new QuotaReader(desk.reached().objects(), accelerators).limits(namespace, name),
                range -> instead(() -> edit(range))));
    }

    private void bound(String namespace, Optional<Quotas> known) {
        ObjectFields.Taken taken = (where, name) -> known.flatMap(all -> all.of(where).limits().stream()
                .filter(range -> range.name().equals(name)).findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(LimitForm.fresh(namespace, taken, desk.snapshots().get(), accelerators));
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

    /** Begins a namespace of a team with all that bounds it. */
    public void makeTeam() {
        sheet.open(new TeamForm(desk.snapshots().get(), accelerators));
    }

    private void keep(String namespace) {
        sheet.open(new KeepForm(namespace));
    }

    private void guard(String namespace) {
        sheet.open(new GuardForm(namespace));
    }
}
