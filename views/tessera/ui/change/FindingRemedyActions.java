package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tessera.diagnosis.FleetProblem;
import tessera.doctor.FindingRemediation;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.model.DriverUpgradeLabels;
import tessera.model.ExceededQuotaMessage;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.change.NodeChangeActions.QuotaChangeOpener;

/** The changes that remedy findings, each previewed in the dialog before it is made. FX thread. */
public final class FindingRemedyActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FindingRemedyActions.class);

    private final ChangeOfferContext context;
    private final Supplier<Optional<QuotaChangeOpener>> bounds;

    FindingRemedyActions(ChangeOfferContext context, Supplier<Optional<QuotaChangeOpener>> bounds) {
        this.context = context;
        this.bounds = bounds;
    }

    /** Returns the change that does a remediation, with the reason where it is not allowed; empty where it is already done. */
    public Optional<OfferedChange> offer(FindingRemediation mending) {
        return offerUnchecked(mending).map(offeredChange -> guardedOffer(offeredChange, mending));
    }

    /** Returns the change that remedies a problem, or begins to; empty where none is known, or it is about several nodes. */
    public Optional<OfferedChange> offer(FleetProblem problem) {
        return problem.count() > 1 ? Optional.empty() : remediationOf(problem).flatMap(this::offer);
    }

    private static Optional<FindingRemediation> remediationOf(FleetProblem problem) {
        var node = problem.node();
        return switch (problem.kind()) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_FAULT ->
                Optional.of(new FindingRemediation.CordonNodesRemedy(List.of(node)));
            case NOT_OFFERED, CHANGE_STUCK -> Optional.of(new FindingRemediation.EndMigChangeRemedy(node));
            case CORDONED -> Optional.of(new FindingRemediation.UncordonNodesRemedy(List.of(node)));
            case NODE_UNREACHABLE, NODE_NOT_READY, OVERCOMMITTED, PODS_WAITING, PODS_BROKEN, CHANGING ->
                Optional.empty();
        };
    }

    private OfferedChange guardedOffer(OfferedChange offeredChange, FindingRemediation mending) {
        return new OfferedChange(offeredChange.title(), offeredChange.begin(),
                context.services().clusters().get().readOnlyReason().or(offeredChange::reason)
                        .or(() -> requiredAccess(mending).flatMap(context.permissions()::refusalOf)));
    }

    /** Returns the access that a remediation requires; empty where the offer tells it. */
    private Optional<RequiredPermissions> requiredAccess(FindingRemediation mending) {
        return switch (mending) {
            case FindingRemediation.CordonNodesRemedy(var names) ->
                Optional.of(nodesByCordon(names, false).isEmpty() ? ChangePermissionRequirements.forDrain(names)
                        : ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.cordon"), names));
            case FindingRemediation.UncordonNodesRemedy(var names) ->
                Optional.of(ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.uncordon"), names));
            case FindingRemediation.EndMigChangeRemedy(var name) ->
                Optional.of(ChangePermissionRequirements.forMigRepair(List.of(name)));
            case FindingRemediation.MigLayoutRemedy(var name) ->
                Optional.of(ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.divide"), List.of(name)));
            case FindingRemediation.DriverUpgradeRetryRemedy(var name) ->
                Optional.of(ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.label"), List.of(name)));
            case FindingRemediation.NodeLabelRemedy(var names, var _, var _) ->
                Optional.of(ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.label"), names));
            case FindingRemediation.QuotaIncreaseRemedy(var namespace, var name, var _) ->
                Optional.of(ChangePermissionRequirements
                        .forChange(new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name)));
            case FindingRemediation.LimitRangeRemedy(var namespace, var name) ->
                Optional.of(ChangePermissionRequirements
                        .forChange(new ObjectRef("v1", "LimitRange", "limitranges", namespace, name)));
            case FindingRemediation.GpuStackInstallRemedy() ->
                Optional.of(ChangePermissionRequirements.forAnyReleaseWrite(MESSAGES.text("access.install")));
            case FindingRemediation.PodDeletionRemedy(var keys) -> keys.stream().flatMap(key -> findPod(key).stream())
                    .map(ChangePermissionRequirements::forPodDeletion).reduce(RequiredPermissions::and);
            case FindingRemediation.ResourceClaimDeletionRemedy(var claim) ->
                Optional.of(ChangePermissionRequirements.forPodDeletion(claim));
            case FindingRemediation.PodUnblockRemedy _ -> Optional.empty();
        };
    }

    private Optional<OfferedChange> offerUnchecked(FindingRemediation mending) {
        return switch (mending) {
            case FindingRemediation.CordonNodesRemedy(var names) ->
                intentOffer("offer.cordonNode", nodesByCordon(names, false), NodeChangeIntent.CordonNodesIntent::new)
                        .or(() -> drainOffer(nodesByCordon(names, true)));
            case FindingRemediation.UncordonNodesRemedy(var names) -> uncordonOffer(names);
            case FindingRemediation.EndMigChangeRemedy(var name) ->
                findNode(name).filter(node -> !MigRepairForm.findTroubles(List.of(node)).isEmpty())
                        .map(_ -> migRepairOffer(name));
            case FindingRemediation.MigLayoutRemedy(var name) -> findNode(name).map(_ -> migLayoutOffer(name));
            case FindingRemediation.DriverUpgradeRetryRemedy(var name) ->
                findNode(name).map(_ -> upgradeRetryOffer(name));
            case FindingRemediation.NodeLabelRemedy(var names, var set, var remove) -> relabelOffer(names, set, remove);
            case FindingRemediation.GpuStackInstallRemedy() ->
                Optional.of(new OfferedChange(MESSAGES.text("offer.installOperator"),
                        () -> context.dialog().open(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.INSTALL,
                                HelmReleaseNamespacedName.USUAL, context.services()))));
            case FindingRemediation.PodDeletionRemedy(var keys) ->
                deletionOffer(keys.stream().flatMap(key -> findPod(key).stream()).toList());
            case FindingRemediation.QuotaIncreaseRemedy(var namespace, var name, var enough) ->
                bounds.get().map(changes -> quotaOffer(changes, namespace, name, enough));
            case FindingRemediation.LimitRangeRemedy(var namespace, var name) ->
                bounds.get().map(changes -> limitsOffer(changes, namespace, name));
            case FindingRemediation.ResourceClaimDeletionRemedy(var claim) ->
                new SchedulingRemedyOfferBuilder(context, bounds)
                        .offersInAnyMode(claim, new SchedulingRemedyChange.DeleteObjectsAction(List.of(claim))).stream()
                        .findFirst();
            case FindingRemediation.PodUnblockRemedy(var key, var remedy) ->
                findPod(key).flatMap(pod -> new SchedulingRemedyOfferBuilder(context, bounds)
                        .offersInAnyMode(pod, remedy).stream().findFirst());
        };
    }

    private OfferedChange migRepairOffer(String name) {
        return formOffer(MESSAGES.text("offer.repairMig", name), List.of(name),
                targets -> new MigRepairForm(targets, context.services()));
    }

    private OfferedChange migLayoutOffer(String name) {
        return new OfferedChange(MESSAGES.text("offer.chooseMigLayout", name),
                () -> context.dialog().open(new MigLayoutForm(context.targets(List.of(name)), context.services())));
    }

    private OfferedChange upgradeRetryOffer(String name) {
        return new OfferedChange(MESSAGES.text("offer.retryUpgrade", name),
                () -> context.dialog().open(new NodeChangeIntent.ChangeLabelsIntent(TargetNodeSelection.of(name),
                        Map.of(DriverUpgradeLabels.STATE, "upgrade-required"), Set.of())));
    }

    private static OfferedChange quotaOffer(QuotaChangeOpener changes, String namespace, String name,
            ExceededQuotaMessage.RequiredQuota enough) {
        return new OfferedChange(MESSAGES.text("offer.changeQuota", namespace, name),
                () -> changes.editQuota(namespace, name, enough));
    }

    private static OfferedChange limitsOffer(QuotaChangeOpener changes, String namespace, String name) {
        return new OfferedChange(MESSAGES.text("offer.changeLimits", namespace, name),
                () -> changes.editLimits(namespace, name));
    }

    private Optional<OfferedChange> uncordonOffer(List<String> names) {
        return intentOffer("offer.uncordonNode",
                nodesByCordon(names, true).stream().filter(this::isNotCordonedByOwner).toList(),
                NodeChangeIntent.UncordonNodesIntent::new);
    }

    private boolean isNotCordonedByOwner(String name) {
        return findNode(name).filter(node -> CordonOwnerCatalog.standard().findOwner(node.nodeSummary()).isPresent())
                .isEmpty();
    }

    private Optional<OfferedChange> relabelOffer(List<String> names, Map<String, String> set, Set<String> remove) {
        return Optional.of(names.stream().filter(name -> findNode(name).isPresent()).toList())
                .filter(there -> !there.isEmpty()).map(TargetNodeSelection.NamedNodes::new)
                .map(nodes -> labelOffer(nodes, set, remove));
    }

    private OfferedChange labelOffer(TargetNodeSelection.NamedNodes nodes, Map<String, String> set,
            Set<String> remove) {
        return new OfferedChange(
                MESSAGES.text(set.isEmpty() ? "offer.removeLabels" : "offer.correctLabels", nodes.nodesText()),
                () -> context.dialog().open(new NodeChangeIntent.ChangeLabelsIntent(nodes, set, remove)));
    }

    private Optional<OfferedChange> deletionOffer(List<ObjectRef> pods) {
        var title = MESSAGES.text("offer.deletePods", pods.size());
        if (pods.isEmpty()) {
            return Optional.empty();
        }
        return Optional
                .of(new OfferedChange(title, () -> context.dialog().open(PodDeleteOrEvictForm.forDeletion(pods))));
    }

    private Optional<NodeWithBoundPods> findNode(String name) {
        return context.services().snapshots().get().findNode(name);
    }

    /** Returns those of the names that are nodes and are cordoned, or not. */
    private List<String> nodesByCordon(List<String> names, boolean closed) {
        return names.stream().filter(name -> hasCordonState(name, closed)).toList();
    }

    private boolean hasCordonState(String name, boolean closed) {
        return findNode(name).filter(node -> node.nodeSummary().unschedulable() == closed).isPresent();
    }

    private Optional<OfferedChange> intentOffer(String titleKey, List<String> nodes,
            Function<TargetNodeSelection, NodeChangeIntent> change) {
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new OfferedChange(MESSAGES.text(titleKey, nodesText(nodes)),
                () -> context.dialog().open(change.apply(new TargetNodeSelection.NamedNodes(nodes)))));
    }

    private Optional<OfferedChange> drainOffer(List<String> nodes) {
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(formOffer(MESSAGES.text("offer.drainNode", nodesText(nodes)), nodes, DrainForm::new));
    }

    private static String nodesText(List<String> nodes) {
        return nodes.size() == 1 ? nodes.getFirst() : MESSAGES.text("offer.nodeCount", nodes.size());
    }

    private Optional<ObjectRef> findPod(String key) {
        int slash = key.indexOf('/');
        return context.services().snapshots().get().findPod(key.substring(0, slash), key.substring(slash + 1))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    private OfferedChange formOffer(String title, List<String> nodes,
            Function<TargetNodesField, ChangeIntentForm> form) {
        return new OfferedChange(title, () -> context.dialog().open(form.apply(context.targets(nodes))));
    }
}
