package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.fit.Remedy;
import tessera.model.ObjectRef;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.Targets;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.change.NodeChanges.Offer;

/** The changes that help a pod to a node, each shown on the sheet before anything is done. FX thread. */
public final class RemedyChanges {

    private final Desk desk;
    private final ChangeSheet sheet;

    RemedyChanges(Desk desk, ChangeSheet sheet) {
        this.desk = desk;
        this.sheet = sheet;
    }

    /** The change that does it; empty in read-only mode, and where no change of the cluster would. */
    public Optional<Offer> offer(ObjectRef pod, Remedy remedy) {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? wanted(pod, remedy) : Optional.empty();
    }

    /** The same, whether or not changes are allowed. */
    Optional<Offer> wanted(ObjectRef pod, Remedy remedy) {
        return switch (remedy) {
            case Remedy.Uncordon(var node) -> Optional.of(new Offer("Uncordon " + node,
                    () -> sheet.open(new NodeIntent.Uncordon(Targets.of(node)))));
            case Remedy.Untaint(var node, var taint) -> Optional.of(new Offer("Remove taint from " + node,
                    () -> sheet.open(new NodeIntent.ChangeTaints(Targets.of(node), List.of(),
                            List.of(TaintKey.of(taint))))));
            case Remedy.Label(var node, var key, var value) -> Optional.of(new Offer("Label " + node,
                    () -> sheet.open(new NodeIntent.ChangeLabels(Targets.of(node), Map.of(key, value), Set.of()))));
            case Remedy.Divide _ -> desk.snapshots().get().pod(pod.namespace(), pod.name())
                    .map(facts -> new Offer("Make room by MIG…", () -> sheet.open(new RoomForm(desk, facts))));
            case Remedy.Free(_, var pods) when pods.size() == 1 -> Optional.of(new Offer("Evict pod…",
                    () -> sheet.open(new PodForm(object(pods.getFirst()), true))));
            case Remedy.Free _,Remedy.Ask _,Remedy.Mend _ -> Optional.empty();
        };
    }

    private static ObjectRef object(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }
}
