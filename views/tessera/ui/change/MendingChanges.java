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
import tessera.scheduling.PodRemedy;
import tessera.ui.AppServices;
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.BoundChanges;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes that mend what was found to be wrong, each shown on the sheet before anything is done. FX thread. */
public final class MendingChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;
    private final Supplier<Optional<BoundChanges>> bounds;

    MendingChanges(AppServices desk, ChangeSheet sheet, UserRights rights, Supplier<Optional<BoundChanges>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** The change that does it, where it may not be made with the reason against it; empty where it is done already. */
    public Optional<ChangeOffer> offer(Remediation mending) {
        return wanted(mending).map(offer -> new ChangeOffer(offer.title(), offer.begin(),
                desk.clusters().get().refusal().or(offer::reason).or(() -> right(mending).flatMap(rights::against))));
    }

    /** What it takes; empty where that is told with the offer. */
    private Optional<RequiredAccess> right(Remediation mending) {
        return switch (mending) {
            case Remediation.Close(var names) ->
                Optional.of(standing(names, false).isEmpty() ? ChangeRights.drain(names)
                        : ChangeRights.nodes("cordon", names));
            case Remediation.OpenNodes(var names) -> Optional.of(ChangeRights.nodes("uncordon", names));
            case Remediation.EndMigChange(var name) -> Optional.of(ChangeRights.mending(List.of(name)));
            case Remediation.DivideNode(var name) -> Optional.of(ChangeRights.nodes("divide GPUs of", List.of(name)));
            case Remediation.RetryUpgrade(var name) -> Optional.of(ChangeRights.nodes("label", List.of(name)));
            case Remediation.Relabel(var names, var _, var _) -> Optional.of(ChangeRights.nodes("label", names));
            case Remediation.ChangeQuota(var namespace, var name, var _) -> Optional.of(ChangeRights.patch("change",
                    new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name)));
            case Remediation.ChangeLimits(var namespace, var name) -> Optional.of(ChangeRights.patch("change",
                    new ObjectRef("v1", "LimitRange", "limitranges", namespace, name)));
            case Remediation.InstallStack() -> Optional.of(ChangeRights.releases("install"));
            case Remediation.DeletePods(var keys) -> keys.stream().flatMap(key -> seen(key).stream())
                    .map(ChangeRights::delete).reduce(RequiredAccess::and);
            case Remediation.DeleteClaim(var claim) -> Optional.of(ChangeRights.delete(claim));
            case Remediation.Help _ -> Optional.empty();
        };
    }

    private Optional<ChangeOffer> wanted(Remediation mending) {
        return switch (mending) {
            case Remediation.Close(var names) -> changing("Cordon", standing(names, false), NodeIntent.Cordon::new)
                    .or(() -> drain(standing(names, true)));
            case Remediation.OpenNodes(var names) -> changing("Uncordon", standing(names, true).stream()
                    .filter(name -> known(name).filter(node -> CordonOwners.standard().of(node.facts()).isPresent())
                            .isEmpty())
                    .toList(), NodeIntent.UncordonNodes::new);
            case Remediation.EndMigChange(var name) -> known(name)
                    .filter(node -> !MendForm.troubles(List.of(node)).isEmpty())
                    .map(node -> asking("Mend MIG on " + name + "…", List.of(name),
                            targets -> MendForm.of(targets, desk)));
            case Remediation.DivideNode(var name) ->
                known(name).map(_ -> new ChangeOffer("Choose MIG layout of " + name + "…",
                        () -> sheet.open(MigForm.of(new TargetsField(List.of(name), desk.snapshots()::get), desk))));
            case Remediation.RetryUpgrade(var name) ->
                known(name).map(node -> new ChangeOffer("Retry upgrade of " + name + "…",
                        () -> sheet.open(new NodeIntent.ChangeLabels(NodeTargets.of(name),
                                Map.of(DriverUpgradeLabels.STATE, "upgrade-required"), Set.of()))));
            case Remediation.Relabel(var names, var set, var remove) -> Optional
                    .of(names.stream().filter(name -> known(name).isPresent()).toList())
                    .filter(there -> !there.isEmpty()).map(NodeTargets.NamedNodes::new).map(nodes -> new ChangeOffer(
                            (set.isEmpty() ? "Remove labels of " : "Correct labels of ") + nodes.words() + "…",
                            () -> sheet.open(new NodeIntent.ChangeLabels(nodes, set, remove))));
            case Remediation.InstallStack() -> Optional.of(new ChangeOffer("Install GPU operator…",
                    () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.INSTALL, ReleaseName.USUAL, desk))));
            case Remediation.DeletePods(var keys) ->
                deletion(keys.stream().flatMap(key -> seen(key).stream()).toList());
            case Remediation.ChangeQuota(var namespace, var name, var enough) -> bounds.get()
                    .map(each -> new ChangeOffer("Change quota %s/%s…".formatted(namespace, name),
                            () -> each.editQuota(namespace, name, enough)));
            case Remediation.ChangeLimits(var namespace, var name) -> bounds.get()
                    .map(each -> new ChangeOffer("Change limits %s/%s…".formatted(namespace, name),
                            () -> each.editLimits(namespace, name)));
            case Remediation.DeleteClaim(var claim) -> new RemedyChanges(desk, sheet, rights, bounds)
                    .wanted(claim, new PodRemedy.DeleteObjects(List.of(claim))).stream().findFirst();
            case Remediation.Help(var key, var remedy) -> seen(key)
                    .flatMap(pod -> new RemedyChanges(desk, sheet, rights, bounds).wanted(pod, remedy).stream()
                            .findFirst());
        };
    }

    private Optional<ChangeOffer> deletion(List<ObjectRef> pods) {
        var title = pods.size() == 1 ? "Delete pod…" : "Delete these %d pods…".formatted(pods.size());
        return pods.isEmpty() ? Optional.empty()
                : Optional.of(new ChangeOffer(title, () -> sheet.open(PodForm.deleting(pods))));
    }

    private Optional<NodeInfo> known(String name) {
        return desk.snapshots().get().node(name);
    }

    /** Those that are there, closed or not. */
    private List<String> standing(List<String> names, boolean closed) {
        return names.stream().filter(name -> known(name).filter(node -> node.facts().unschedulable() == closed)
                .isPresent()).toList();
    }

    private Optional<ChangeOffer> changing(String verb, List<String> nodes, Function<NodeTargets, NodeIntent> change) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new ChangeOffer("%s %s…".formatted(verb, words(nodes)),
                        () -> sheet.open(change.apply(new NodeTargets.NamedNodes(nodes)))));
    }

    private Optional<ChangeOffer> drain(List<String> nodes) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(asking("Drain %s…".formatted(words(nodes)), nodes, DrainForm::of));
    }

    private static String words(List<String> nodes) {
        return nodes.size() == 1 ? nodes.getFirst() : nodes.size() + " nodes";
    }

    private Optional<ObjectRef> seen(String key) {
        int slash = key.indexOf('/');
        return desk.snapshots().get().pod(key.substring(0, slash), key.substring(slash + 1))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    private ChangeOffer asking(String title, List<String> nodes, Function<TargetsField, ChangeForm> form) {
        return new ChangeOffer(title, () -> sheet.open(form.apply(new TargetsField(nodes, desk.snapshots()::get))));
    }
}
