package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tessera.doctor.Mending;
import tessera.insight.node.CordonOwners;
import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.ReleaseName;
import tessera.plan.intent.Targets;
import tessera.plan.right.Right;
import tessera.ui.Desk;
import tessera.ui.Rights;
import tessera.ui.change.NodeChanges.Bounds;
import tessera.ui.change.NodeChanges.Offer;

/** The changes that mend what was found to be wrong, each shown on the sheet before anything is done. FX thread. */
public final class MendingChanges {

    private final Desk desk;
    private final ChangeSheet sheet;
    private final Rights rights;
    private final Supplier<Optional<Bounds>> bounds;

    MendingChanges(Desk desk, ChangeSheet sheet, Rights rights, Supplier<Optional<Bounds>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** The change that does it, where it may not be made with the reason against it; empty where it is done already. */
    public Optional<Offer> offer(Mending mending) {
        return wanted(mending).map(offer -> new Offer(offer.title(), offer.begin(),
                desk.clusters().get().refusal().or(offer::reason).or(() -> right(mending).flatMap(rights::against))));
    }

    /** What it takes; empty where that is told with the offer. */
    private Optional<Right> right(Mending mending) {
        return switch (mending) {
            case Mending.Close(var names) -> Optional.of(standing(names, false).isEmpty() ? ChangeRights.drain(names)
                    : ChangeRights.nodes("cordon", names));
            case Mending.Open(var names) -> Optional.of(ChangeRights.nodes("uncordon", names));
            case Mending.EndMigChange(var name) -> Optional.of(ChangeRights.mending(List.of(name)));
            case Mending.Divide(var name) -> Optional.of(ChangeRights.nodes("divide GPUs of", List.of(name)));
            case Mending.RetryUpgrade(var name) -> Optional.of(ChangeRights.nodes("label", List.of(name)));
            case Mending.Relabel(var names, var _, var _) -> Optional.of(ChangeRights.nodes("label", names));
            case Mending.ChangeQuota(var namespace, var name, var _) -> Optional.of(ChangeRights.patch("change",
                    new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name)));
            case Mending.ChangeLimits(var namespace, var name) -> Optional.of(ChangeRights.patch("change",
                    new ObjectRef("v1", "LimitRange", "limitranges", namespace, name)));
            case Mending.InstallStack() -> Optional.of(ChangeRights.releases("install"));
            case Mending.DeletePods(var keys) -> keys.stream().flatMap(key -> seen(key).stream())
                    .map(ChangeRights::delete).reduce(Right::and);
            case Mending.Help _ -> Optional.empty();
        };
    }

    private Optional<Offer> wanted(Mending mending) {
        return switch (mending) {
            case Mending.Close(var names) -> changing("Cordon", standing(names, false), NodeIntent.Cordon::new)
                    .or(() -> drain(standing(names, true)));
            case Mending.Open(var names) -> changing("Uncordon", standing(names, true).stream()
                    .filter(name -> known(name).filter(node -> CordonOwners.standard().of(node.facts()).isPresent())
                            .isEmpty())
                    .toList(), NodeIntent.Uncordon::new);
            case Mending.EndMigChange(var name) -> known(name)
                    .filter(node -> !MendForm.troubles(List.of(node)).isEmpty())
                    .map(node -> asking("Mend MIG on " + name + "…", List.of(name), MendForm::of));
            case Mending.Divide(var name) -> known(name).map(_ -> new Offer("Choose MIG layout of " + name + "…",
                    () -> sheet.open(MigForm.of(new TargetsField(List.of(name), desk.snapshots()::get), desk))));
            case Mending.RetryUpgrade(var name) -> known(name).map(node -> new Offer("Retry upgrade of " + name + "…",
                    () -> sheet.open(new NodeIntent.ChangeLabels(Targets.of(name),
                            Map.of(DriverUpgradeLabels.STATE, "upgrade-required"), Set.of()))));
            case Mending.Relabel(var names, var set, var remove) -> Optional
                    .of(names.stream().filter(name -> known(name).isPresent()).toList())
                    .filter(there -> !there.isEmpty()).map(Targets.Named::new)
                    .map(nodes -> new Offer((set.isEmpty() ? "Remove labels of " : "Correct labels of ") + nodes.words()
                            + "…", () -> sheet.open(new NodeIntent.ChangeLabels(nodes, set, remove))));
            case Mending.InstallStack() -> Optional.of(new Offer("Install GPU operator…",
                    () -> sheet.open(new ReleaseForm(ReleaseForm.Kind.INSTALL, ReleaseName.USUAL, desk))));
            case Mending.DeletePods(var keys) -> Optional
                    .of(keys.stream().flatMap(key -> seen(key).stream()).toList())
                    .filter(pods -> !pods.isEmpty())
                    .map(pods -> new Offer(pods.size() == 1 ? "Delete pod…"
                            : "Delete these %d pods…".formatted(pods.size()),
                            () -> sheet.open(PodForm.deleting(pods))));
            case Mending.ChangeQuota(var namespace, var name, var enough) -> bounds.get()
                    .map(each -> new Offer("Change quota %s/%s…".formatted(namespace, name),
                            () -> each.editQuota(namespace, name, enough)));
            case Mending.ChangeLimits(var namespace, var name) -> bounds.get()
                    .map(each -> new Offer("Change limits %s/%s…".formatted(namespace, name),
                            () -> each.editLimits(namespace, name)));
            case Mending.Help(var key, var remedy) -> seen(key)
                    .flatMap(pod -> new RemedyChanges(desk, sheet, rights, bounds).wanted(pod, remedy).stream()
                            .findFirst());
        };
    }

    private Optional<NodeInfo> known(String name) {
        return desk.snapshots().get().node(name);
    }

    /** Those that are there, closed or not. */
    private List<String> standing(List<String> names, boolean closed) {
        return names.stream().filter(name -> known(name).filter(node -> node.facts().unschedulable() == closed)
                .isPresent()).toList();
    }

    private Optional<Offer> changing(String verb, List<String> nodes, Function<Targets, NodeIntent> change) {
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new Offer("%s %s…".formatted(verb, words(nodes)),
                        () -> sheet.open(change.apply(new Targets.Named(nodes)))));
    }

    private Optional<Offer> drain(List<String> nodes) {
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

    private Offer asking(String title, List<String> nodes, Function<TargetsField, ChangeForm> form) {
        return new Offer(title, () -> sheet.open(form.apply(new TargetsField(nodes, desk.snapshots()::get))));
    }
}
