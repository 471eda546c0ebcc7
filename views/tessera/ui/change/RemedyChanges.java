package tessera.ui.change;

import java.util.List;
import java.util.Map;
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

    /** The changes that do it together; none in read-only mode, and where no change of the cluster would. */
    public List<Offer> offers(ObjectRef pod, Remedy remedy) {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? wanted(pod, remedy) : List.of();
    }

    /** The same, whether or not changes are allowed. */
    List<Offer> wanted(ObjectRef pod, Remedy remedy) {
        return switch (remedy) {
            case Remedy.Uncordon(var node) -> List.of(new Offer("Uncordon " + node,
                    () -> sheet.open(new NodeIntent.Uncordon(Targets.of(node)))));
            case Remedy.Untaint(var node, var taint) -> List.of(new Offer("Remove taint from " + node,
                    () -> sheet.open(new NodeIntent.ChangeTaints(Targets.of(node), List.of(),
                            List.of(TaintKey.of(taint))))));
            case Remedy.Label(var node, var key, var value) -> List.of(new Offer("Label " + node,
                    () -> sheet.open(new NodeIntent.ChangeLabels(Targets.of(node), Map.of(key, value), Set.of()))));
            case Remedy.Divide _ -> desk.snapshots().get().pod(pod.namespace(), pod.name())
                    .map(facts -> new Offer("Make room by MIG…", () -> sheet.open(new RoomForm(desk, facts))))
                    .stream().toList();
            case Remedy.Free(_, var pods) -> pods.stream().map(RemedyChanges::object).filter(this::stays)
                    .map(each -> new Offer(pods.size() == 1 ? "Evict pod…" : "Evict " + each.name() + "…",
                            () -> sheet.open(new PodForm(each, true))))
                    .toList();
            case Remedy.Ask _,Remedy.Mend _ -> List.of();
        };
    }

    /** Whether it is there, and nobody has asked it to go. */
    private boolean stays(ObjectRef pod) {
        return desk.snapshots().get().pod(pod.namespace(), pod.name()).filter(each -> each.deleting() == null)
                .isPresent();
    }

    private static ObjectRef object(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }
}
