package tessera.ui.quota;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.VisiblePodScope;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.step.RequiredStepPermission;
import tessera.quota.LimitRangeSummary;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.ResourceQuotaSummary;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.quota.disruption.PdbAndNetworkPolicyOverview;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.UserPermissions;
import tessera.ui.change.AvailableNodeChanges;
import tessera.ui.change.AvailableNodeChanges.OfferedChange;
import tessera.ui.change.ClusterChangeDialog;
import tessera.ui.change.OfferedChangePermissions;

/** Changes of namespace bounds that a user can begin. FX thread, except for {@link #areOffered}, which any may ask. */
public final class QuotaChanges implements AvailableNodeChanges.QuotaChangeOpener {

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ClusterChangeDialog sheet;
    private final UserPermissions rights;
    private final BackgroundQuery<List<String>> reading = new BackgroundQuery<>(names -> namespaces = names,
            problem -> {});
    private volatile List<String> namespaces = List.of();

    public QuotaChanges(AppServices desk, AcceleratorCatalog accelerators, ClusterChangeDialog sheet,
            UserPermissions rights) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Returns whether changes are currently possible; not in read-only mode. */
    public boolean areOffered() {
        return desk.clusters().get().readOnlyReason().isEmpty();
    }

    /** Returns the known reason why an object cannot be edited; empty where it can. */
    Optional<String> editBlocker(ObjectRef object) {
        return rights.refusalOf(OfferedChangePermissions.forPatch("change", object));
    }

    /**
     * Returns the objects that can be created, the commonest first; forbidden ones with the reason.
     *
     * @param namespace empty to have it asked
     * @param known     what is known to be there
     * @param guards    of what protects pods, the same
     */
    public List<OfferedChange> newObjectOffers(String namespace, Optional<QuotaOverview> known,
            Optional<PdbAndNetworkPolicyOverview> guards) {
        return Stream.of(NamespaceBoundKind.values()).map(bound -> newObjectOffer(bound, namespace, known, guards))
                .toList();
    }

    private OfferedChange newObjectOffer(NamespaceBoundKind bound, String namespace, Optional<QuotaOverview> known,
            Optional<PdbAndNetworkPolicyOverview> guards) {
        return switch (bound) {
            case QUOTA -> newCommandOffer("Quota…", bound, namespace, where -> createQuota(where, known));
            case LIMITS ->
                newCommandOffer("Range of limits…", bound, namespace, where -> createLimitRange(where, known));
            case BUDGET ->
                newCommandOffer("Disruption budget…", bound, namespace, where -> createDisruptionBudget(where, guards));
            case POLICY ->
                newCommandOffer("Network policy…", bound, namespace, where -> createNetworkPolicy(where, guards));
        };
    }

    /** Returns the offers for any namespace, or for the only visible one, named by title and by kind. */
    public List<OfferedChange> commandOffers() {
        var where = desk.snapshots().get().podScope() instanceof VisiblePodScope.NamespacedScope(var seen, _)
                && seen.size() == 1
                        ? seen.getFirst()
                        : "";
        return Stream.of(NamespaceBoundKind.values()).map(bound -> {
            var offer = newObjectOffer(bound, where, Optional.empty(), Optional.empty());
            return new OfferedChange("New %s (%s)".formatted(offer.title().toLowerCase(Locale.ROOT).replace("…", ""),
                    bound.referenceTo("", "").kind()), offer.begin(), offer.reason());
        }).toList();
    }

    private OfferedChange newCommandOffer(String title, NamespaceBoundKind bound, String namespace,
            Consumer<String> begin) {
        var object = bound.referenceTo(namespace, "");
        var right = namespace.isEmpty()
                ? RequiredPermissions.anyNamespace("create " + object.resource(),
                        RequiredStepPermission.forObject("create", object, ""))
                : OfferedChangePermissions.forCreation(object);
        return new OfferedChange(title, () -> begin.accept(namespace), rights.refusalOf(right));
    }

    /** Calls a listener whenever the offers may have changed. */
    void onOffersChange(Runnable changed) {
        desk.clusters().observe(() -> JavaFxThreadRelay.runOnFxThread(changed));
        rights.observe(changed);
    }

    /** Calls a listener whenever a change may have been made: when the dialog is closed. */
    void onSheetClose(Runnable changed) {
        sheet.node().visibleProperty().addListener((visible, before, now) -> {
            if (!now) {
                changed.run();
            }
        });
    }

    private void createQuota(String namespace, Optional<QuotaOverview> known) {
        NamespaceAndNameInputFields.ExistingObjectEditFinder taken = (where, name) -> known
                .flatMap(all -> all.quotasOf(where).quotas().stream()
                        .filter(quota -> quota.name().equals(name)).findFirst())
                .map(there -> () -> openInstead(() -> edit(there)));
        sheet.open(QuotaForm.forNew(namespace, existingObjects(taken), desk.snapshots().get(), accelerators));
    }

    /** Returns the existing objects; users who may not list namespaces type them. */
    private NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects(
            NamespaceAndNameInputFields.ExistingObjectEditFinder taken) {
        namespaces = List.of();
        reading.submit(() -> desk.clusterServices().namespaces());
        return new NamespaceAndNameInputFields.ExistingObjectsAndNamespaces(taken, () -> namespaces);
    }

    /** Opens a form in place of the one that led to it, which is not returned to. */
    private void openInstead(Runnable other) {
        sheet.close();
        other.run();
    }

    void edit(ResourceQuotaSummary quota) {
        edit(quota, RequiredQuota.UNKNOWN);
    }

    private void edit(ResourceQuotaSummary quota, RequiredQuota enough) {
        sheet.open(QuotaForm.of(quota, enough, desk.snapshots().get(), accelerators));
    }

    @Override
    public void editQuota(String namespace, String name, RequiredQuota enough) {
        sheet.open(new ObjectFormLoadingPlaceholder<>("Change a quota", namespace + "/" + name,
                () -> new QuotaReader(desk.clusterServices().objectSource(), accelerators).readQuota(namespace, name),
                quota -> openInstead(() -> edit(quota, enough))));
    }

    @Override
    public void editLimits(String namespace, String name) {
        sheet.open(new ObjectFormLoadingPlaceholder<>("Change a range of limits", namespace + "/" + name,
                () -> new QuotaReader(desk.clusterServices().objectSource(), accelerators).readLimitRange(namespace,
                        name),
                range -> openInstead(() -> edit(range))));
    }

    private void createLimitRange(String namespace, Optional<QuotaOverview> known) {
        NamespaceAndNameInputFields.ExistingObjectEditFinder taken = (where, name) -> known
                .flatMap(all -> all.quotasOf(where).limits().stream()
                        .filter(range -> range.name().equals(name)).findFirst())
                .map(there -> () -> openInstead(() -> edit(there)));
        sheet.open(LimitRangeForm.forNew(namespace, existingObjects(taken), desk.snapshots().get(), accelerators));
    }

    void edit(LimitRangeSummary limits) {
        sheet.open(LimitRangeForm.of(limits, desk.snapshots().get(), accelerators));
    }

    void edit(DisruptionBudget kept) {
        sheet.open(new DisruptionBudgetForm(kept));
    }

    void edit(NetworkPolicySummary policy) {
        sheet.open(new NetworkPolicyForm(policy));
    }

    /** Returns the offer of a team's namespace with all its bounds. */
    public OfferedChange teamOffer() {
        return new OfferedChange("New team…", this::createTeam, rights.refusalOf(OfferedChangePermissions.forTeam()));
    }

    private void createTeam() {
        sheet.open(new TeamNamespaceForm(desk.snapshots().get(), accelerators));
    }

    private void createDisruptionBudget(String namespace, Optional<PdbAndNetworkPolicyOverview> known) {
        NamespaceAndNameInputFields.ExistingObjectEditFinder taken = (where, name) -> known
                .flatMap(all -> all.budgets().stream().filter(
                        kept -> kept.namespace().equals(where) && kept.name().equals(name) && kept.isSimple())
                        .findFirst())
                .map(there -> () -> openInstead(() -> edit(there)));
        sheet.open(new DisruptionBudgetForm(namespace, existingObjects(taken)));
    }

    private void createNetworkPolicy(String namespace, Optional<PdbAndNetworkPolicyOverview> known) {
        NamespaceAndNameInputFields.ExistingObjectEditFinder taken = (where,
                name) -> known.flatMap(all -> all.policies().stream().filter(
                        policy -> policy.namespace().equals(where) && policy.name().equals(name) && policy.complete())
                        .findFirst()).map(there -> () -> openInstead(() -> edit(there)));
        sheet.open(new NetworkPolicyForm(namespace, existingObjects(taken)));
    }
}
