package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tessera.doctor.FindingRemediation;
import tessera.insight.node.KnownCordonOwners;
import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.scheduling.SchedulingRemedyAction;
import tessera.ui.AppServices;
import tessera.ui.UserPermissions;
import tessera.ui.change.AvailableNodeChanges.OfferedChange;
import tessera.ui.change.AvailableNodeChanges.QuotaChangeOpener;

/** The changes that remedy findings, each previewed in the dialog before it is made. FX thread. */
public final class FindingRemedyChanges {

    private final AppServices desk;
    private final ClusterChangeDialog sheet;
    private final UserPermissions rights;
    private final Supplier<Optional<QuotaChangeOpener>> bounds;

    FindingRemedyChanges(AppServices desk, ClusterChangeDialog sheet, UserPermissions rights,
            Supplier<Optional<QuotaChangeOpener>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** Returns the change that does a remediation, with the reason where it is not allowed; empty where it is already done. */
    public Optional<OfferedChange> offer(FindingRemediation mending) {
        return offerUnchecked(mending).map(offer -> new OfferedChange(offer.title(), offer.begin(),
                desk.clusters().get().readOnlyReason().or(offer::reason)
                        .or(() -> requiredAccess(mending).flatMap(rights::refusalOf))));
    }

    /** Returns the access that a remediation requires; empty where the offer tells it. */
    private Optional<RequiredPermissions> requiredAccess(FindingRemediation mending) {
        return switch (mending) {
            case FindingRemediation.CordonNodesRemedy(var names) ->
                Optional.of(nodesByCordon(names, false).isEmpty() ? OfferedChangePermissions.forDrain(names)
                        : OfferedChangePermissions.forNodePatch("cordon", names));
            case FindingRemediation.UncordonNodesRemedy(var names) ->
                Optional.of(OfferedChangePermissions.forNodePatch("uncordon", names));
            case FindingRemediation.EndMigChangeRemedy(var name) ->
                Optional.of(OfferedChangePermissions.forMigRepair(List.of(name)));
            case FindingRemediation.MigLayoutRemedy(var name) ->
                Optional.of(OfferedChangePermissions.forNodePatch("divide GPUs of", List.of(name)));
            case FindingRemediation.DriverUpgradeRetryRemedy(var name) ->
                Optional.of(OfferedChangePermissions.forNodePatch("label", List.of(name)));
            case FindingRemediation.NodeLabelRemedy(var names, var _, var _) ->
                Optional.of(OfferedChangePermissions.forNodePatch("label", names));
            case FindingRemediation.QuotaRemedy(var namespace, var name, var _) ->
                Optional.of(OfferedChangePermissions.forPatch("change",
                        new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name)));
            case FindingRemediation.LimitRangeRemedy(var namespace, var name) ->
                Optional.of(OfferedChangePermissions.forPatch("change",
                        new ObjectRef("v1", "LimitRange", "limitranges", namespace, name)));
            case FindingRemediation.GpuStackInstallRemedy() ->
                Optional.of(OfferedChangePermissions.forAnyReleaseWrite("install"));
            case FindingRemediation.PodDeletionRemedy(var keys) -> keys.stream().flatMap(key -> findPod(key).stream())
                    .map(OfferedChangePermissions::forPodDeletion).reduce(RequiredPermissions::and);
            case FindingRemediation.ClaimDeletionRemedy(var claim) ->
                Optional.of(OfferedChangePermissions.forPodDeletion(claim));
            case FindingRemediation.PodUnblockRemedy _ -> Optional.empty();
        };
    }

    private Optional<OfferedChange> offerUnchecked(FindingRemediation mending) {
        return switch (mending) {
            case FindingRemediation.CordonNodesRemedy(var names) ->
                intentOffer("Cordon", nodesByCordon(names, false), NodeChangeIntent.CordonNodesIntent::new)
                        .or(() -> drainOffer(nodesByCordon(names, true)));
            case FindingRemediation.UncordonNodesRemedy(var names) -> uncordonOffer(names);
            case FindingRemediation.EndMigChangeRemedy(var name) -> findNode(name)
                    .filter(node -> !MigRepairForm.findTroubles(List.of(node)).isEmpty())
                    .map(node -> formOffer("Mend MIG on " + name + "…", List.of(name),
                            targets -> MigRepairForm.of(targets, desk)));
            case FindingRemediation.MigLayoutRemedy(var name) ->
                findNode(name).map(_ -> new OfferedChange("Choose MIG layout of " + name + "…",
                        () -> sheet.open(
                                MigLayoutForm.of(new TargetNodesField(List.of(name), desk.snapshots()::get), desk))));
            case FindingRemediation.DriverUpgradeRetryRemedy(var name) ->
                findNode(name).map(node -> new OfferedChange("Retry upgrade of " + name + "…",
                        () -> sheet.open(new NodeChangeIntent.ChangeLabels(NodeTargets.of(name),
                                Map.of(DriverUpgradeLabels.STATE, "upgrade-required"), Set.of()))));
            case FindingRemediation.NodeLabelRemedy(var names, var set, var remove) -> relabelOffer(names, set, remove);
            case FindingRemediation.GpuStackInstallRemedy() -> Optional.of(new OfferedChange("Install GPU operator…",
                    () -> sheet.open(new ChartValuesForm(ChartValuesForm.ReleaseChangeKind.INSTALL,
                            HelmReleaseNamespacedName.USUAL, desk))));
            case FindingRemediation.PodDeletionRemedy(var keys) ->
                deletionOffer(keys.stream().flatMap(key -> findPod(key).stream()).toList());
            case FindingRemediation.QuotaRemedy(var namespace, var name, var enough) -> bounds.get()
                    .map(changes -> new OfferedChange("Change quota %s/%s…".formatted(namespace, name),
                            () -> changes.editQuota(namespace, name, enough)));
            case FindingRemediation.LimitRangeRemedy(var namespace, var name) -> bounds.get()
                    .map(changes -> new OfferedChange("Change limits %s/%s…".formatted(namespace, name),
                            () -> changes.editLimits(namespace, name)));
            case FindingRemediation.ClaimDeletionRemedy(var claim) ->
                new SchedulingRemedyChanges(desk, sheet, rights, bounds)
                        .offersInAnyMode(claim, new SchedulingRemedyAction.DeleteObjectsAction(List.of(claim))).stream()
                        .findFirst();
            case FindingRemediation.PodUnblockRemedy(var key, var remedy) -> findPod(key)
                    .flatMap(pod -> new SchedulingRemedyChanges(desk, sheet, rights, bounds)
                            .offersInAnyMode(pod, remedy).stream()
                            .findFirst());
        };
    }

    private Optional<OfferedChange> uncordonOffer(List<String> names) {
        return intentOffer("Uncordon", nodesByCordon(names, true).stream()
                .filter(name -> findNode(name)
                        .filter(node -> KnownCordonOwners.standard().findOwner(node.facts()).isPresent())
                        .isEmpty())
                .toList(), NodeChangeIntent.UncordonNodes::new);
    }

    private Optional<OfferedChange> relabelOffer(List<String> names, Map<String, String> set, Set<String> remove) {
        return Optional.of(names.stream().filter(name -> findNode(name).isPresent()).toList())
                .filter(there -> !there.isEmpty()).map(NodeTargets.NamedNodes::new).map(nodes -> new OfferedChange(
                        (set.isEmpty() ? "Remove labels of " : "Correct labels of ") + nodes.nodesText() + "…",
                        () -> sheet.open(new NodeChangeIntent.ChangeLabels(nodes, set, remove))));
    }

    private Optional<OfferedChange> deletionOffer(List<ObjectRef> pods) {
        var title = pods.size() == 1 ? "Delete pod…" : "Delete these %d pods…".formatted(pods.size());
        return pods.isEmpty() ? Optional.empty()
                : Optional.of(new OfferedChange(title, () -> sheet.open(PodDeleteOrEvictForm.forDeletion(pods))));
    }

    private Optional<NodeWithBoundPods> findNode(String name) {
        return desk.snapshots().get().findNode(name);
    }

    /** Returns those of the names that are nodes and are cordoned, or not. */
    private List<String> nodesByCordon(List<String> names, boolean closed) {
        return names.stream().filter(name -> findNode(name).filter(node -> node.facts().unschedulable() == closed)
                .isPresent()).toList();
    }

    private Optional<OfferedChange> intentOffer(String verb, List<String> nodes,
            Function<NodeTargets, NodeChangeIntent> change) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new OfferedChange("%s %s…".formatted(verb, nodesText(nodes)),
                        () -> sheet.open(change.apply(new NodeTargets.NamedNodes(nodes)))));
    }

    private Optional<OfferedChange> drainOffer(List<String> nodes) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(formOffer("Drain %s…".formatted(nodesText(nodes)), nodes, DrainForm::of));
    }

    private static String nodesText(List<String> nodes) {
        return nodes.size() == 1 ? nodes.getFirst() : nodes.size() + " nodes";
    }

    private Optional<ObjectRef> findPod(String key) {
        int slash = key.indexOf('/');
        return desk.snapshots().get().findPod(key.substring(0, slash), key.substring(slash + 1))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    private OfferedChange formOffer(String title, List<String> nodes,
            Function<TargetNodesField, ChangeIntentForm> form) {
        return new OfferedChange(title,
                () -> sheet.open(form.apply(new TargetNodesField(nodes, desk.snapshots()::get))));
    }
}
