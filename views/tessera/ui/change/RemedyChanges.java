package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tessera.fit.Remedy;
import tessera.fit.wish.PodWish;
import tessera.flow.Latest;
import tessera.model.ObjectRef;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.Targets;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.right.Right;
import tessera.plan.workload.PodRewriting;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.Rights;
import tessera.ui.change.NodeChanges.Bounds;
import tessera.ui.change.NodeChanges.Offer;

/** The changes that help a pod to a node, or work to pods, each shown on the sheet before anything is done. FX thread. */
public final class RemedyChanges {

    private final Desk desk;
    private final ChangeSheet sheet;
    private final Rights rights;
    private final Supplier<Optional<Bounds>> bounds;

    RemedyChanges(Desk desk, ChangeSheet sheet, Rights rights, Supplier<Optional<Bounds>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** Calls somebody back on the FX thread whenever they may be offered otherwise. */
    public Latest.Observation observe(Runnable changed) {
        return rights.observe(changed);
    }

    /**
     * The changes that do it together, those that may not be made with the reason against them; none in read-only mode, and where no
     * change of the cluster would. What is to be looked after is shown in either mode.
     */
    public List<Offer> offers(ObjectRef pod, Remedy remedy) {
        if (remedy instanceof Remedy.Mend(var node)) {
            return List.of(new Offer("Show " + node, () -> sheet.lookAt(ObjectRef.node(node))));
        }
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? wanted(pod, remedy) : List.of();
    }

    /**
     * The same for pods that are yet to be made: what would be changed of them is changed in their manifest.
     *
     * @param who what makes them, e.g. {@code Job/train}
     * @param pod one of them
     */
    public List<Offer> offers(String who, PodWish pod, Remedy remedy) {
        return switch (remedy) {
            case Remedy.Tolerate _,Remedy.Ungate _,Remedy.Ask _ -> List.of();
            case Remedy.Divide _ -> desk.clusters().get().access() != Access.CHANGES_ALLOWED ? List.of()
                    : List.of(offer("Make room by MIG…", ChangeRights.nodes("divide GPUs of", List.of()),
                            () -> sheet.open(new RoomForm(desk, who, pod.requests(), () -> pod))));
            case Remedy.Uncordon _,Remedy.Untaint _,Remedy.Label _,Remedy.Free _,Remedy.Mend _,Remedy.Edit _,Remedy.Delete _,Remedy.Make _,Remedy.Allow _,Remedy.Resume _,Remedy.Wait _ ->
                offers(ObjectRef.pod("", ""), remedy);
        };
    }

    /** The same, whether or not changes are allowed. */
    List<Offer> wanted(ObjectRef pod, Remedy remedy) {
        return switch (remedy) {
            case Remedy.Uncordon(var node) -> List.of(offer("Uncordon %s…".formatted(node),
                    ChangeRights.nodes("uncordon", List.of(node)),
                    () -> sheet.open(new NodeIntent.Uncordon(Targets.of(node)))));
            case Remedy.Untaint(var node, var taint) -> List.of(offer("Remove taint from %s…".formatted(node),
                    ChangeRights.nodes("change taints of", List.of(node)),
                    () -> sheet.open(new NodeIntent.ChangeTaints(Targets.of(node), List.of(),
                            List.of(TaintKey.of(taint))))));
            case Remedy.Label(var node, var key, var value) -> List.of(offer("Label %s…".formatted(node),
                    ChangeRights.nodes("label", List.of(node)),
                    () -> sheet.open(new NodeIntent.ChangeLabels(Targets.of(node), Map.of(key, value), Set.of()))));
            case Remedy.Divide _ -> desk.snapshots().get().pod(pod.namespace(), pod.name())
                    .map(facts -> offer("Make room by MIG…", ChangeRights.nodes("divide GPUs of", List.of()),
                            () -> sheet.open(RoomForm.of(desk, facts))))
                    .stream().toList();
            case Remedy.Free(_, var pods) -> evictions(
                    pods.stream().map(RemedyChanges::object).filter(this::stays).toList());
            case Remedy.Tolerate(var taints) -> {
                var object = template(pod).orElse(pod);
                yield List.of(edit("Add toleration to %s…", object, () -> sheet
                        .open(new EditForm(desk, object, yaml -> PodRewriting.tolerating(yaml, taints)))));
            }
            case Remedy.Ungate(var gates) -> List.of(edit("Take gate from %s…", pod,
                    () -> sheet.open(new EditForm(desk, pod, yaml -> PodRewriting.ungated(yaml, gates)))));
            case Remedy.Ask _ -> template(pod).map(object -> List.of(edit(object))).orElseGet(() -> settled(pod));
            case Remedy.Edit(var object) -> List.of(edit(object));
            case Remedy.Make make -> List.of(offer("Make %s…".formatted(name(make.object())),
                    ChangeRights.create(make.object()),
                    () -> sheet.open(new MakeForm(make.object(), make.manifest()))));
            case Remedy.Allow allow -> bounds.get().map(each -> allow(allow, each)).stream().toList();
            case Remedy.Resume(var work) -> List.of(offer("Resume %s…".formatted(name(work)),
                    ChangeRights.patch("resume", work),
                    () -> sheet.open(new WorkloadIntent.Resume(work, WorkloadIntent.USUAL_PATIENCE))));
            case Remedy.Mend _,Remedy.Wait _,Remedy.Delete _ -> List.of();
        };
    }

    private Offer allow(Remedy.Allow allow, NodeChanges.Bounds bounded) {
        var quota = new ObjectRef("v1", "ResourceQuota", "resourcequotas", allow.namespace(), allow.quota());
        return offer("Change quota %s/%s…".formatted(allow.namespace(), allow.quota()),
                ChangeRights.patch("change", quota),
                () -> bounded.editQuota(allow.namespace(), allow.quota(), allow.enough()));
    }

    private Offer edit(ObjectRef object) {
        return edit("Edit %s…", object, () -> sheet.open(new EditForm(desk, object, UnaryOperator.identity())));
    }

    /** What makes the pod, where it may be told to make others: what a Job makes its pods of is settled for good. */
    private Optional<ObjectRef> template(ObjectRef pod) {
        return desk.snapshots().get().pod(pod.namespace(), pod.name()).map(PodChanges::maker)
                .flatMap(owner -> WorkloadKind.of(owner).filter(WorkloadKind::restarts)
                        .map(kind -> kind.in(pod.namespace(), owner.name())));
    }

    /** What a pod that nobody made, or a Job, asks for is settled for good: another is made, and this one deleted. */
    private List<Offer> settled(ObjectRef pod) {
        var facts = desk.snapshots().get().pod(pod.namespace(), pod.name());
        if (facts.filter(each -> !each.owner().exists()).isPresent()) {
            return List.of(anew(pod), offer("Delete %s…".formatted(name(pod)), ChangeRights.delete(pod),
                    () -> sheet.open(new PodForm(pod, false))));
        }
        return facts.map(PodChanges::maker).filter(owner -> WorkloadKind.of(owner).filter(WorkloadKind.JOB::equals)
                .isPresent()).map(owner -> anew(WorkloadKind.JOB.in(pod.namespace(), owner.name()))).stream().toList();
    }

    private Offer anew(ObjectRef object) {
        return offer("Make %s anew…".formatted(name(object)), ChangeRights.create(object),
                () -> sheet.open(new AnewForm(desk, object)));
    }

    private Offer edit(String title, ObjectRef object, Runnable begin) {
        return offer(title.formatted(name(object)), ChangeRights.patch("change", object), begin);
    }

    private Offer offer(String title, Right right, Runnable begin) {
        return new Offer(title, begin, rights.against(right));
    }

    private static String name(ObjectRef object) {
        return object.kind() + " " + object.name();
    }

    /** Only together they make the room. */
    private List<Offer> evictions(List<ObjectRef> pods) {
        return pods.isEmpty() ? List.of()
                : List.of(offer(pods.size() == 1 ? "Evict pod…" : "Evict these %d pods…".formatted(pods.size()),
                        ChangeRights.evict(pods),
                        () -> sheet.open(PodForm.evicting(pods))));
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
