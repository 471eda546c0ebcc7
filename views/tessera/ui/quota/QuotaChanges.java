package tessera.ui.quota;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.insight.Accelerators;
import tessera.model.ExceededQuota.Enough;
import tessera.model.ObjectRef;
import tessera.model.PodScope;
import tessera.plan.right.Right;
import tessera.plan.step.Access;
import tessera.quota.Limits;
import tessera.quota.Quota;
import tessera.quota.QuotaReader;
import tessera.quota.Quotas;
import tessera.quota.guard.GuardedPods;
import tessera.quota.guard.Guards;
import tessera.quota.guard.KeptPods;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.Relay;
import tessera.ui.Rights;
import tessera.ui.change.ChangeRights;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;
import tessera.ui.change.NodeChanges.Offer;

/** The changes of what bounds namespaces that a user can begin. FX thread, except for {@link #offered}, which any may ask. */
public final class QuotaChanges implements NodeChanges.Bounds {

    private final Desk desk;
    private final Accelerators accelerators;
    private final ChangeSheet sheet;
    private final Rights rights;
    private final Lookup<List<String>> reading = new Lookup<>(names -> namespaces = names, why -> {});
    private volatile List<String> namespaces = List.of();

    public QuotaChanges(Desk desk, Accelerators accelerators, ChangeSheet sheet, Rights rights) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Whether anything can be changed as things stand; not in read-only mode. */
    public boolean offered() {
        return desk.clusters().get().refusal().isEmpty();
    }

    /** Why something cannot be changed, as far as is known; empty where it can. */
    Optional<String> againstEdit(ObjectRef object) {
        return rights.against(ChangeRights.patch("change", object));
    }

    /**
     * What can be made, the commonest first, and what may not with the reason.
     *
     * @param namespace empty to have it asked
     * @param known     what is known to be there
     * @param guards    of what protects pods, the same
     */
    public List<Offer> fresh(String namespace, Optional<Quotas> known, Optional<Guards> guards) {
        return Stream.of(Bound.values()).map(bound -> fresh(bound, namespace, known, guards)).toList();
    }

    private Offer fresh(Bound bound, String namespace, Optional<Quotas> known, Optional<Guards> guards) {
        return switch (bound) {
            case QUOTA -> fresh("Quota…", bound, namespace, where -> limit(where, known));
            case LIMITS -> fresh("Range of limits…", bound, namespace, where -> bound(where, known));
            case BUDGET -> fresh("Disruption budget…", bound, namespace, where -> keep(where, guards));
            case POLICY -> fresh("Network policy…", bound, namespace, where -> guard(where, guards));
        };
    }

    /** What can be made anywhere, or in the only namespace that is seen, as one looks for it: by what it is called here, and by its kind. */
    public List<Offer> commands() {
        var where = desk.snapshots().get().podScope() instanceof PodScope.Only(var seen, _) && seen.size() == 1
                ? seen.getFirst()
                : "";
        return Stream.of(Bound.values()).map(bound -> {
            var offer = fresh(bound, where, Optional.empty(), Optional.empty());
            return new Offer("New %s (%s)".formatted(offer.title().toLowerCase(Locale.ROOT).replace("…", ""),
                    bound.in("", "").kind()), offer.begin(), offer.reason());
        }).toList();
    }

    private Offer fresh(String title, Bound bound, String namespace, Consumer<String> begin) {
        var object = bound.in(namespace, "");
        var right = namespace.isEmpty()
                ? Right.anywhere("create " + object.resource(), Access.to("create", object, ""))
                : ChangeRights.create(object);
        return new Offer(title, () -> begin.accept(namespace), rights.against(right));
    }

    /** Calls somebody back whenever that may be otherwise. */
    void observe(Runnable changed) {
        desk.clusters().observe(() -> Relay.show(changed));
        rights.observe(changed);
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
        sheet.open(QuotaForm.fresh(namespace, there(taken), desk.snapshots().get(), accelerators));
    }

    /** Whoever may not list namespaces types them. */
    private ObjectFields.There there(ObjectFields.Taken taken) {
        namespaces = List.of();
        reading.ask(() -> desk.reached().namespaces());
        return new ObjectFields.There(taken, () -> namespaces);
    }

    /** Opens a form in place of the one that led to it, to which nobody wants to come back. */
    private void instead(Runnable other) {
        sheet.close();
        other.run();
    }

    void edit(Quota quota) {
        edit(quota, Enough.UNKNOWN);
    }

    private void edit(Quota quota, Enough enough) {
        sheet.open(QuotaForm.of(quota, enough, desk.snapshots().get(), accelerators));
    }

    @Override
    public void editQuota(String namespace, String name, Enough enough) {
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
        sheet.open(LimitForm.fresh(namespace, there(taken), desk.snapshots().get(), accelerators));
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

    /** A namespace of a team, with all that bounds it. */
    public Offer team() {
        return new Offer("New team…", this::makeTeam, rights.against(ChangeRights.team()));
    }

    private void makeTeam() {
        sheet.open(new TeamForm(desk.snapshots().get(), accelerators));
    }

    private void keep(String namespace, Optional<Guards> known) {
        ObjectFields.Taken taken = (where, name) -> known.flatMap(all -> all.kept().stream().filter(
                kept -> kept.namespace().equals(where) && kept.name().equals(name) && kept.plain()).findFirst())
                .map(there -> () -> instead(() -> edit(there)));
        sheet.open(new KeepForm(namespace, there(taken)));
    }

    private void guard(String namespace, Optional<Guards> known) {
        ObjectFields.Taken taken = (where, name) -> known.flatMap(all -> all.guarded().stream().filter(
                policy -> policy.namespace().equals(where) && policy.name().equals(name) && policy.plain())
                .findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(new GuardForm(namespace, there(taken)));
    }
}
