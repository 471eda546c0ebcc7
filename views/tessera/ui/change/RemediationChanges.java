package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tessera.doctor.Remediation;
import tessera.insight.node.CordonOwners;
import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.intent.ReleaseName;
import tessera.scheduling.RemedyAction;
import tessera.ui.AppServices;
import tessera.ui.UserPermissions;
import tessera.ui.change.NodeChanges.BoundChanges;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes that remedy findings, each previewed on the sheet before it is made. FX thread. */
public final class RemediationChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserPermissions rights;
    private final Supplier<Optional<BoundChanges>> bounds;

    RemediationChanges(AppServices desk, ChangeSheet sheet, UserPermissions rights,
            Supplier<Optional<BoundChanges>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** Returns the change that does a remediation, with the reason where it is not allowed; empty where it is already done. */
    public Optional<ChangeOffer> offer(Remediation mending) {
        return offerUnchecked(mending).map(offer -> new ChangeOffer(offer.title(), offer.begin(),
                desk.clusters().get().readOnlyReason().or(offer::reason)
                        .or(() -> requiredAccess(mending).flatMap(rights::refusalOf))));
    }

    /** Returns the access that a remediation requires; empty where the offer tells it. */
    private Optional<RequiredAccess> requiredAccess(Remediation mending) {
        return switch (mending) {
            case Remediation.CordonNodes(var names) ->
                Optional.of(nodesByCordon(names, false).isEmpty() ? ChangeRights.forDrain(names)
                        : ChangeRights.forNodePatch("cordon", names));
            case Remediation.OpenNodes(var names) -> Optional.of(ChangeRights.forNodePatch("uncordon", names));
            case Remediation.EndMigChange(var name) -> Optional.of(ChangeRights.forMigRepair(List.of(name)));
            case Remediation.PartitionNode(var name) ->
                Optional.of(ChangeRights.forNodePatch("divide GPUs of", List.of(name)));
            case Remediation.RetryUpgrade(var name) -> Optional.of(ChangeRights.forNodePatch("label", List.of(name)));
            case Remediation.RelabelNodes(var names, var _, var _) ->
                Optional.of(ChangeRights.forNodePatch("label", names));
            case Remediation.ChangeQuota(var namespace, var name, var _) -> Optional.of(ChangeRights.forPatch("change",
                    new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name)));
            case Remediation.ChangeLimits(var namespace, var name) -> Optional.of(ChangeRights.forPatch("change",
                    new ObjectRef("v1", "LimitRange", "limitranges", namespace, name)));
            case Remediation.InstallStack() -> Optional.of(ChangeRights.forAnyReleaseWrite("install"));
            case Remediation.DeletePods(var keys) -> keys.stream().flatMap(key -> findPod(key).stream())
                    .map(ChangeRights::forPodDeletion).reduce(RequiredAccess::and);
            case Remediation.DeleteClaim(var claim) -> Optional.of(ChangeRights.forPodDeletion(claim));
            case Remediation.UnblockPod _ -> Optional.empty();
        };
    }

    private Optional<ChangeOffer> offerUnchecked(Remediation mending) {
        return switch (mending) {
            case Remediation.CordonNodes(var names) ->
                intentOffer("Cordon", nodesByCordon(names, false), NodeIntent.Cordon::new)
                        .or(() -> drainOffer(nodesByCordon(names, true)));
            case Remediation.OpenNodes(var names) -> uncordonOffer(names);
            case Remediation.EndMigChange(var name) -> findNode(name)
                    .filter(node -> !MigRepairForm.findTroubles(List.of(node)).isEmpty())
                    .map(node -> formOffer("Mend MIG on " + name + "…", List.of(name),
                            targets -> MigRepairForm.of(targets, desk)));
            case Remediation.PartitionNode(var name) ->
                findNode(name).map(_ -> new ChangeOffer("Choose MIG layout of " + name + "…",
                        () -> sheet.open(MigForm.of(new TargetsField(List.of(name), desk.snapshots()::get), desk))));
            case Remediation.RetryUpgrade(var name) ->
                findNode(name).map(node -> new ChangeOffer("Retry upgrade of " + name + "…",
                        () -> sheet.open(new NodeIntent.ChangeLabels(NodeTargets.of(name),
                                Map.of(DriverUpgradeLabels.STATE, "upgrade-required"), Set.of()))));
            case Remediation.RelabelNodes(var names, var set, var remove) -> relabelOffer(names, set, remove);
            case Remediation.InstallStack() -> Optional.of(new ChangeOffer("Install GPU operator…",
                    () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.INSTALL, ReleaseName.USUAL, desk))));
            case Remediation.DeletePods(var keys) ->
                deletionOffer(keys.stream().flatMap(key -> findPod(key).stream()).toList());
            case Remediation.ChangeQuota(var namespace, var name, var enough) -> bounds.get()
                    .map(changes -> new ChangeOffer("Change quota %s/%s…".formatted(namespace, name),
                            () -> changes.editQuota(namespace, name, enough)));
            case Remediation.ChangeLimits(var namespace, var name) -> bounds.get()
                    .map(changes -> new ChangeOffer("Change limits %s/%s…".formatted(namespace, name),
                            () -> changes.editLimits(namespace, name)));
            case Remediation.DeleteClaim(var claim) -> new RemedyChanges(desk, sheet, rights, bounds)
                    .offersInAnyMode(claim, new RemedyAction.DeleteObjectsAction(List.of(claim))).stream().findFirst();
            case Remediation.UnblockPod(var key, var remedy) -> findPod(key)
                    .flatMap(pod -> new RemedyChanges(desk, sheet, rights, bounds).offersInAnyMode(pod, remedy).stream()
                            .findFirst());
        };
    }

    private Optional<ChangeOffer> uncordonOffer(List<String> names) {
        return intentOffer("Uncordon", nodesByCordon(names, true).stream()
                .filter(name -> findNode(name)
                        .filter(node -> CordonOwners.standard().findOwner(node.facts()).isPresent())
                        .isEmpty())
                .toList(), NodeIntent.UncordonNodes::new);
    }

    private Optional<ChangeOffer> relabelOffer(List<String> names, Map<String, String> set, Set<String> remove) {
        return Optional.of(names.stream().filter(name -> findNode(name).isPresent()).toList())
                .filter(there -> !there.isEmpty()).map(NodeTargets.NamedNodes::new).map(nodes -> new ChangeOffer(
                        (set.isEmpty() ? "Remove labels of " : "Correct labels of ") + nodes.nodesText() + "…",
                        () -> sheet.open(new NodeIntent.ChangeLabels(nodes, set, remove))));
    }

    private Optional<ChangeOffer> deletionOffer(List<ObjectRef> pods) {
        var title = pods.size() == 1 ? "Delete pod…" : "Delete these %d pods…".formatted(pods.size());
        return pods.isEmpty() ? Optional.empty()
                : Optional.of(new ChangeOffer(title, () -> sheet.open(PodForm.forDeletion(pods))));
    }

    private Optional<NodeInfo> findNode(String name) {
        return desk.snapshots().get().findNode(name);
    }

    /** Returns those of the names that are nodes and are cordoned, or not. */
    private List<String> nodesByCordon(List<String> names, boolean closed) {
        return names.stream().filter(name -> findNode(name).filter(node -> node.facts().unschedulable() == closed)
                .isPresent()).toList();
    }

    private Optional<ChangeOffer> intentOffer(String verb, List<String> nodes,
            Function<NodeTargets, NodeIntent> change) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new ChangeOffer("%s %s…".formatted(verb, nodesText(nodes)),
                        () -> sheet.open(change.apply(new NodeTargets.NamedNodes(nodes)))));
    }

    private Optional<ChangeOffer> drainOffer(List<String> nodes) {
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

    private ChangeOffer formOffer(String title, List<String> nodes, Function<TargetsField, ChangeForm> form) {
        return new ChangeOffer(title, () -> sheet.open(form.apply(new TargetsField(nodes, desk.snapshots()::get))));
    }
}
