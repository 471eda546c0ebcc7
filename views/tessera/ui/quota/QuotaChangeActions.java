package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.VisiblePodScope;
import tessera.quota.LimitRangeSummary;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.ResourceQuotaSummary;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.quota.disruption.PdbAndNetworkPolicyOverview;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserPermissionChecker;
import tessera.ui.change.ChangeIntentForm;
import tessera.ui.change.ChangePermissionRequirements;
import tessera.ui.change.ClusterChangeDialog;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.TextLabelFactory;

/** Changes of namespace bounds that a user can begin. FX thread, except for {@link #areOffered}, which any may ask. */
public final class QuotaChangeActions implements NodeChangeActions.QuotaChangeOpener {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaChangeActions.class);

    private final OpenClusterSource services;
    private final AcceleratorCatalog accelerators;
    private final ClusterChangeDialog changeDialog;
    private final UserPermissionChecker permissions;
    private final BackgroundQuery<List<String>> reading = new BackgroundQuery<>(names -> namespaces = names,
            problem -> {});
    private volatile List<String> namespaces = List.of();

    public QuotaChangeActions(OpenClusterSource services, AcceleratorCatalog accelerators,
            ClusterChangeDialog changeDialog, UserPermissionChecker permissions) {
        this.services = services;
        this.accelerators = accelerators;
        this.changeDialog = changeDialog;
        this.permissions = permissions;
    }

    /** Returns whether changes are currently possible; not in read-only mode. */
    public boolean areOffered() {
        return services.clusters().get().readOnlyReason().isEmpty();
    }

    /** Returns the known reason why an object cannot be edited; empty where it can. */
    Optional<String> editBlocker(ObjectRef object) {
        return permissions.refusalOf(ChangePermissionRequirements.forChange(object));
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
        return Stream.of(NamespacePolicyKind.values()).map(bound -> newObjectOffer(bound, namespace, known, guards))
                .toList();
    }

    private OfferedChange newObjectOffer(NamespacePolicyKind bound, String namespace, Optional<QuotaOverview> known,
            Optional<PdbAndNetworkPolicyOverview> guards) {
        return switch (bound) {
            case QUOTA ->
                newCommandOffer(MESSAGES.text("command.quota"), bound, namespace, where -> createQuota(where, known));
            case LIMITS -> newCommandOffer(MESSAGES.text("command.limits"), bound, namespace,
                    where -> createLimitRange(where, known));
            case BUDGET -> newCommandOffer(MESSAGES.text("command.budget"), bound, namespace,
                    where -> createDisruptionBudget(where, guards));
            case POLICY -> newCommandOffer(MESSAGES.text("command.policy"), bound, namespace,
                    where -> createNetworkPolicy(where, guards));
        };
    }

    /** Returns the offers for any namespace, or for the only visible one, named by title and by kind. */
    public List<OfferedChange> commandOffers() {
        var where = services.snapshots().get().podScope() instanceof VisiblePodScope.NamespacedScope(var seen, _)
                && seen.size() == 1 ? seen.getFirst() : "";
        return Stream.of(NamespacePolicyKind.values()).map(bound -> {
            var offeredChange = newObjectOffer(bound, where, Optional.empty(), Optional.empty());
            return new OfferedChange(MESSAGES.text("command.new", bound, bound.referenceTo("", "").kind()),
                    offeredChange.begin(), offeredChange.reason());
        }).toList();
    }

    private OfferedChange newCommandOffer(String title, NamespacePolicyKind bound, String namespace,
            Consumer<String> begin) {
        var object = bound.referenceTo(namespace, "");
        var requiredPermissions = namespace.isEmpty() ? ChangePermissionRequirements.forCreationAnywhere(object)
                : ChangePermissionRequirements.forCreation(object);
        return new OfferedChange(title, () -> begin.accept(namespace), permissions.refusalOf(requiredPermissions));
    }

    /** Calls a listener whenever the offers may have changed. */
    void onOffersChange(Runnable changed) {
        services.clusters().observe(() -> JavaFxThreadRelay.runOnFxThread(changed));
        permissions.observe(changed);
    }

    /** Calls a listener whenever a change may have been made: when the dialog is closed. */
    void onSheetClose(Runnable changed) {
        changeDialog.node().visibleProperty().addListener((visible, before, now) -> {
            if (!now) {
                changed.run();
            }
        });
    }

    private void createQuota(String namespace, Optional<QuotaOverview> known) {
        changeDialog
                .open(QuotaForm.forNew(namespace, existingObjects((where, name) -> findQuotaEdit(where, name, known)),
                        services.snapshots().get(), accelerators));
    }

    private Optional<Runnable> findQuotaEdit(String where, String name, Optional<QuotaOverview> known) {
        return editOf(known.stream().flatMap(all -> all.quotasOf(where).quotas().stream())
                .filter(quota -> quota.name().equals(name)), this::edit);
    }

    /** Returns the action that edits the first object in place of creating one of its name. */
    private <T> Optional<Runnable> editOf(Stream<T> existing, Consumer<T> edit) {
        return existing.findFirst().map(object -> () -> openInstead(object, edit));
    }

    /** Returns the existing objects; users who may not list namespaces type them. */
    private NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects(
            NamespaceAndNameInputFields.ExistingObjectEditFinder editFinder) {
        namespaces = List.of();
        reading.submit(() -> services.clusterServices().namespaces());
        return new NamespaceAndNameInputFields.ExistingObjectsAndNamespaces(editFinder, () -> namespaces);
    }

    /** Opens a form in place of the one that led to it, which is not returned to. */
    private <T> void openInstead(T object, Consumer<T> edit) {
        changeDialog.close();
        edit.accept(object);
    }

    void edit(ResourceQuotaSummary quota) {
        edit(quota, RequiredQuota.UNKNOWN);
    }

    private void edit(ResourceQuotaSummary quota, RequiredQuota enough) {
        changeDialog.open(QuotaForm.of(quota, enough, services.snapshots().get(), accelerators));
    }

    @Override
    public void editQuota(String namespace, String name, RequiredQuota enough) {
        changeDialog.open(new ObjectFormLoadingPlaceholder<>(MESSAGES.text("quota.edit"), namespace + "/" + name,
                () -> new QuotaReader(services.clusterServices().objectSource(), accelerators).readQuota(namespace,
                        name),
                quota -> openQuotaEdit(quota, enough)));
    }

    private void openQuotaEdit(ResourceQuotaSummary quota, RequiredQuota enough) {
        openInstead(quota, read -> edit(read, enough));
    }

    @Override
    public void editLimits(String namespace, String name) {
        changeDialog.open(new ObjectFormLoadingPlaceholder<>(MESSAGES.text("limits.title"), namespace + "/" + name,
                () -> new QuotaReader(services.clusterServices().objectSource(), accelerators).readLimitRange(namespace,
                        name),
                range -> openInstead(range, this::edit)));
    }

    private void createLimitRange(String namespace, Optional<QuotaOverview> known) {
        changeDialog.open(LimitRangeForm.forNew(namespace,
                existingObjects((where, name) -> findLimitRangeEdit(where, name, known)), services.snapshots().get(),
                accelerators));
    }

    private Optional<Runnable> findLimitRangeEdit(String where, String name, Optional<QuotaOverview> known) {
        return editOf(known.stream().flatMap(all -> all.quotasOf(where).limits().stream())
                .filter(range -> range.name().equals(name)), this::edit);
    }

    void edit(LimitRangeSummary limits) {
        changeDialog.open(LimitRangeForm.of(limits, services.snapshots().get(), accelerators));
    }

    void edit(DisruptionBudget budget) {
        changeDialog.open(new DisruptionBudgetForm(budget));
    }

    void edit(NetworkPolicySummary policy) {
        changeDialog.open(new NetworkPolicyForm(policy));
    }

    /** Returns the offer of a team's namespace with all its bounds. */
    public OfferedChange teamOffer() {
        return new OfferedChange(MESSAGES.text("team.action"), this::createTeam,
                permissions.refusalOf(ChangePermissionRequirements.forTeam()));
    }

    private void createTeam() {
        changeDialog.open(new TeamNamespaceForm(services.snapshots().get(), accelerators));
    }

    private void createDisruptionBudget(String namespace, Optional<PdbAndNetworkPolicyOverview> known) {
        changeDialog.open(new DisruptionBudgetForm(namespace,
                existingObjects((where, name) -> findBudgetEdit(where, name, known))));
    }

    private Optional<Runnable> findBudgetEdit(String where, String name, Optional<PdbAndNetworkPolicyOverview> known) {
        return editOf(
                known.stream().flatMap(all -> all.budgets().stream()).filter(
                        budget -> budget.namespace().equals(where) && budget.name().equals(name) && budget.isSimple()),
                this::edit);
    }

    private void createNetworkPolicy(String namespace, Optional<PdbAndNetworkPolicyOverview> known) {
        changeDialog.open(
                new NetworkPolicyForm(namespace, existingObjects((where, name) -> findPolicyEdit(where, name, known))));
    }

    private Optional<Runnable> findPolicyEdit(String where, String name, Optional<PdbAndNetworkPolicyOverview> known) {
        return editOf(
                known.stream().flatMap(all -> all.policies().stream()).filter(
                        policy -> policy.namespace().equals(where) && policy.name().equals(name) && policy.complete()),
                this::edit);
    }

    /** Placeholder for an object's form until the object is read; shows the problem where it cannot be. FX thread. */
    private static final class ObjectFormLoadingPlaceholder<T> extends ChangeIntentForm {

        /** @param found called with the object; not once this is out of sight */
        ObjectFormLoadingPlaceholder(String title, String subject, BackgroundQuery.QuerySource<Optional<T>> source,
                Consumer<T> found) {
            super(title, subject);
            var text = TextLabelFactory.wrapped(MESSAGES.text("form.current"), "muted");
            setContent(text);
            setProblem(MESSAGES.text("form.reading"));
            new BackgroundQuery<Optional<T>>(read -> {
                if (read.isEmpty()) {
                    setProblem(MESSAGES.text("form.gone", subject));
                } else if (text.getScene() != null) {
                    found.accept(read.get());
                }
            }, problem -> setProblem(problem.problemText())).submit(source);
        }

        @Override
        protected void focus() {
            // There is nothing to be answered yet.
        }
    }
}
