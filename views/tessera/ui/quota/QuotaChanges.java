package tessera.ui.quota;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.PodScope;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.step.StepAccess;
import tessera.quota.LimitRangeFacts;
import tessera.quota.QuotaFacts;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.GuardedPods;
import tessera.quota.disruption.NamespaceGuards;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.FxRelay;
import tessera.ui.UserRights;
import tessera.ui.change.ChangeRights;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes of what bounds namespaces that a user can begin. FX thread, except for {@link #offered}, which any may ask. */
public final class QuotaChanges implements NodeChanges.BoundChanges {

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ChangeSheet sheet;
    private final UserRights rights;
    private final AsyncQuery<List<String>> reading = new AsyncQuery<>(names -> namespaces = names, why -> {});
    private volatile List<String> namespaces = List.of();

    public QuotaChanges(AppServices desk, AcceleratorCatalog accelerators, ChangeSheet sheet, UserRights rights) {
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
    public List<ChangeOffer> fresh(String namespace, Optional<QuotaOverview> known, Optional<NamespaceGuards> guards) {
        return Stream.of(BoundKind.values()).map(bound -> fresh(bound, namespace, known, guards)).toList();
    }

    private ChangeOffer fresh(BoundKind bound, String namespace, Optional<QuotaOverview> known,
            Optional<NamespaceGuards> guards) {
        return switch (bound) {
            case QUOTA -> fresh("Quota…", bound, namespace, where -> limit(where, known));
            case LIMITS -> fresh("Range of limits…", bound, namespace, where -> bound(where, known));
            case BUDGET -> fresh("Disruption budget…", bound, namespace, where -> keep(where, guards));
            case POLICY -> fresh("Network policy…", bound, namespace, where -> guard(where, guards));
        };
    }

    /** What can be made anywhere, or in the only namespace that is seen, as one looks for it: by what it is called here, and by its kind. */
    public List<ChangeOffer> commands() {
        var where = desk.snapshots().get().podScope() instanceof PodScope.NamespacedScope(var seen, _)
                && seen.size() == 1
                        ? seen.getFirst()
                        : "";
        return Stream.of(BoundKind.values()).map(bound -> {
            var offer = fresh(bound, where, Optional.empty(), Optional.empty());
            return new ChangeOffer("New %s (%s)".formatted(offer.title().toLowerCase(Locale.ROOT).replace("…", ""),
                    bound.in("", "").kind()), offer.begin(), offer.reason());
        }).toList();
    }

    private ChangeOffer fresh(String title, BoundKind bound, String namespace, Consumer<String> begin) {
        var object = bound.in(namespace, "");
        var right = namespace.isEmpty()
                ? RequiredAccess.anywhere("create " + object.resource(), StepAccess.to("create", object, ""))
                : ChangeRights.create(object);
        return new ChangeOffer(title, () -> begin.accept(namespace), rights.against(right));
    }

    /** Calls somebody back whenever that may be otherwise. */
    void observe(Runnable changed) {
        desk.clusters().observe(() -> FxRelay.show(changed));
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

    private void limit(String namespace, Optional<QuotaOverview> known) {
        ObjectFields.FieldsTaken taken = (where, name) -> known.flatMap(all -> all.of(where).quotas().stream()
                .filter(quota -> quota.name().equals(name)).findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(QuotaForm.fresh(namespace, there(taken), desk.snapshots().get(), accelerators));
    }

    /** Whoever may not list namespaces types them. */
    private ObjectFields.There there(ObjectFields.FieldsTaken taken) {
        namespaces = List.of();
        reading.ask(() -> desk.reached().namespaces());
        return new ObjectFields.There(taken, () -> namespaces);
    }

    /** Opens a form in place of the one that led to it, to which nobody wants to come back. */
    private void instead(Runnable other) {
        sheet.close();
        other.run();
    }

    void edit(QuotaFacts quota) {
        edit(quota, RequiredQuota.UNKNOWN);
    }

    private void edit(QuotaFacts quota, RequiredQuota enough) {
        sheet.open(QuotaForm.of(quota, enough, desk.snapshots().get(), accelerators));
    }

    @Override
    public void editQuota(String namespace, String name, RequiredQuota enough) {
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

    private void bound(String namespace, Optional<QuotaOverview> known) {
        ObjectFields.FieldsTaken taken = (where, name) -> known.flatMap(all -> all.of(where).limits().stream()
                .filter(range -> range.name().equals(name)).findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(LimitForm.fresh(namespace, there(taken), desk.snapshots().get(), accelerators));
    }

    void edit(LimitRangeFacts limits) {
        sheet.open(LimitForm.of(limits, desk.snapshots().get(), accelerators));
    }

    void edit(DisruptionBudget kept) {
        sheet.open(new KeepForm(kept));
    }

    void edit(GuardedPods policy) {
        sheet.open(new GuardForm(policy));
    }

    /** A namespace of a team, with all that bounds it. */
    public ChangeOffer team() {
        return new ChangeOffer("New team…", this::makeTeam, rights.against(ChangeRights.team()));
    }

    private void makeTeam() {
        sheet.open(new TeamForm(desk.snapshots().get(), accelerators));
    }

    private void keep(String namespace, Optional<NamespaceGuards> known) {
        ObjectFields.FieldsTaken taken = (where, name) -> known.flatMap(all -> all.kept().stream().filter(
                kept -> kept.namespace().equals(where) && kept.name().equals(name) && kept.plain()).findFirst())
                .map(there -> () -> instead(() -> edit(there)));
        sheet.open(new KeepForm(namespace, there(taken)));
    }

    private void guard(String namespace, Optional<NamespaceGuards> known) {
        ObjectFields.FieldsTaken taken = (where, name) -> known.flatMap(all -> all.guarded().stream().filter(
                policy -> policy.namespace().equals(where) && policy.name().equals(name) && policy.plain())
                .findFirst()).map(there -> () -> instead(() -> edit(there)));
        sheet.open(new GuardForm(namespace, there(taken)));
    }
}
