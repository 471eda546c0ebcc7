package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tessera.flow.LatestValue;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.workload.PodRewriting;
import tessera.scheduling.PodRemedy;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.BoundChanges;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes that help a pod to a node, or work to pods, each shown on the sheet before anything is done. FX thread. */
public final class RemedyChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;
    private final Supplier<Optional<BoundChanges>> bounds;

    RemedyChanges(AppServices desk, ChangeSheet sheet, UserRights rights, Supplier<Optional<BoundChanges>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** Calls somebody back on the FX thread whenever they may be offered otherwise. */
    public LatestValue.Observation observe(Runnable changed) {
        return rights.observe(changed);
    }

    /**
     * The changes that do it together, those that may not be made with the reason against them; none in read-only mode, and where no
     * change of the cluster would. What is to be looked after is shown in either mode.
     */
    public List<ChangeOffer> offers(ObjectRef pod, PodRemedy remedy) {
        if (remedy instanceof PodRemedy.Mend(var node)) {
            return List.of(new ChangeOffer("Show " + node, () -> sheet.lookAt(ObjectRef.node(node))));
        }
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? wanted(pod, remedy) : List.of();
    }

    /**
     * The same for pods that are yet to be made: what would be changed of them is changed in their manifest.
     *
     * @param who what makes them, e.g. {@code Job/train}
     * @param pod one of them
     */
    public List<ChangeOffer> offers(String who, PodSchedulingSpec pod, PodRemedy remedy) {
        return switch (remedy) {
            case PodRemedy.Tolerate _,PodRemedy.Ungate _,PodRemedy.ChangeRequest _ -> List.of();
            case PodRemedy.RepartitionNode _ -> desk.clusters().get().access() != Access.CHANGES_ALLOWED ? List.of()
                    : List.of(offer("Make room by MIG…", ChangeRights.nodes("divide GPUs of", List.of()),
                            () -> sheet.open(new RoomForm(desk, who, pod.requests(), () -> pod))));
            case PodRemedy.UncordonNode _,PodRemedy.Untaint _,PodRemedy.Label _,PodRemedy.Free _,PodRemedy.Mend _,PodRemedy.Edit _,PodRemedy.DeleteObjects _,PodRemedy.Make _,PodRemedy.Allow _,PodRemedy.ResumeWork _,PodRemedy.WaitOnly _ ->
                offers(ObjectRef.pod("", ""), remedy);
        };
    }

    /** The same, whether or not changes are allowed. */
    List<ChangeOffer> wanted(ObjectRef pod, PodRemedy remedy) {
        return switch (remedy) {
            case PodRemedy.UncordonNode(var node) -> List.of(offer("Uncordon %s…".formatted(node),
                    ChangeRights.nodes("uncordon", List.of(node)),
                    () -> sheet.open(new NodeIntent.UncordonNodes(NodeTargets.of(node)))));
            case PodRemedy.Untaint(var node, var taint) -> List.of(offer("Remove taint from %s…".formatted(node),
                    ChangeRights.nodes("change taints of", List.of(node)),
                    () -> sheet.open(new NodeIntent.ChangeTaints(NodeTargets.of(node), List.of(),
                            List.of(TaintKey.of(taint))))));
            case PodRemedy.Label(var node, var key, var value) -> List.of(offer("Label %s…".formatted(node),
                    ChangeRights.nodes("label", List.of(node)),
                    () -> sheet.open(new NodeIntent.ChangeLabels(NodeTargets.of(node), Map.of(key, value), Set.of()))));
            case PodRemedy.RepartitionNode _ -> desk.snapshots().get().pod(pod.namespace(), pod.name())
                    .map(facts -> offer("Make room by MIG…", ChangeRights.nodes("divide GPUs of", List.of()),
                            () -> sheet.open(RoomForm.of(desk, facts))))
                    .stream().toList();
            case PodRemedy.Free(_, var pods) -> evictions(
                    pods.stream().map(RemedyChanges::object).filter(this::stays).toList());
            case PodRemedy.Tolerate(var taints) -> {
                var object = template(pod).orElse(pod);
                yield List.of(edit("Add toleration to %s…", object, () -> sheet
                        .open(new EditForm(desk, object, yaml -> PodRewriting.tolerating(yaml, taints)))));
            }
            case PodRemedy.Ungate(var gates) -> List.of(edit("Take gate from %s…", pod,
                    () -> sheet.open(new EditForm(desk, pod, yaml -> PodRewriting.ungated(yaml, gates)))));
            case PodRemedy.ChangeRequest _ ->
                template(pod).map(object -> List.of(edit(object))).orElseGet(() -> settled(pod));
            case PodRemedy.Edit(var object) -> List.of(edit(object));
            case PodRemedy.Make make -> List.of(offer("Make %s…".formatted(name(make.object())),
                    ChangeRights.create(make.object()),
                    () -> sheet.open(new MakeForm(make.object(), make.manifest()))));
            case PodRemedy.Allow allow -> bounds.get().map(each -> allow(allow, each)).stream().toList();
            case PodRemedy.ResumeWork(var work) -> List.of(offer("Resume %s…".formatted(name(work)),
                    ChangeRights.patch("resume", work),
                    () -> sheet.open(new WorkloadIntent.ResumeWorkload(work, WorkloadIntent.USUAL_PATIENCE))));
            case PodRemedy.DeleteObjects(var objects) -> deletions(objects);
            case PodRemedy.Mend _,PodRemedy.WaitOnly _ -> List.of();
        };
    }

    private ChangeOffer allow(PodRemedy.Allow allow, NodeChanges.BoundChanges bounded) {
        var quota = new ObjectRef("v1", "ResourceQuota", "resourcequotas", allow.namespace(), allow.quota());
        return offer("Change quota %s/%s…".formatted(allow.namespace(), allow.quota()),
                ChangeRights.patch("change", quota),
                () -> bounded.editQuota(allow.namespace(), allow.quota(), allow.enough()));
    }

    private ChangeOffer edit(ObjectRef object) {
        return edit("Edit %s…", object, () -> sheet.open(new EditForm(desk, object, UnaryOperator.identity())));
    }

    /** What makes the pod, where it may be told to make others: what a Job makes its pods of is settled for good. */
    private Optional<ObjectRef> template(ObjectRef pod) {
        return desk.snapshots().get().pod(pod.namespace(), pod.name()).map(PodChanges::maker)
                .flatMap(owner -> WorkloadKind.of(owner).filter(WorkloadKind::restarts)
                        .map(kind -> kind.in(pod.namespace(), owner.name())));
    }

    /** What a pod that nobody made, or a Job, asks for is settled for good: another is made, and this one deleted. */
    private List<ChangeOffer> settled(ObjectRef pod) {
        var facts = desk.snapshots().get().pod(pod.namespace(), pod.name());
        if (facts.filter(each -> !each.owner().exists()).isPresent()) {
            return List.of(anew(pod), offer("Delete %s…".formatted(name(pod)), ChangeRights.delete(pod),
                    () -> sheet.open(new PodForm(pod, false))));
        }
        return facts.map(PodChanges::maker).filter(owner -> WorkloadKind.of(owner).filter(WorkloadKind.JOB::equals)
                .isPresent()).map(owner -> anew(WorkloadKind.JOB.in(pod.namespace(), owner.name()))).stream().toList();
    }

    private ChangeOffer anew(ObjectRef object) {
        return offer("Make %s anew…".formatted(name(object)), ChangeRights.create(object),
                () -> sheet.open(new AnewForm(desk, object)));
    }

    private ChangeOffer edit(String title, ObjectRef object, Runnable begin) {
        return offer(title.formatted(name(object)), ChangeRights.patch("change", object), begin);
    }

    private ChangeOffer offer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.against(right));
    }

    private static String name(ObjectRef object) {
        return object.kind() + " " + object.name();
    }

    /** Only together they make the room. */
    private List<ChangeOffer> evictions(List<ObjectRef> pods) {
        return pods.isEmpty() ? List.of()
                : List.of(offer(pods.size() == 1 ? "Evict pod…" : "Evict these %d pods…".formatted(pods.size()),
                        ChangeRights.evict(pods),
                        () -> sheet.open(PodForm.evicting(pods))));
    }

    /** What is in one namespace goes by one plan. */
    private List<ChangeOffer> deletions(List<ObjectRef> objects) {
        return objects.stream().collect(Collectors.groupingBy(ObjectRef::namespace, TreeMap::new, Collectors.toList()))
                .entrySet().stream().map(each -> deletion(each.getKey(), each.getValue())).toList();
    }

    private ChangeOffer deletion(String namespace, List<ObjectRef> objects) {
        var title = objects.size() == 1 ? name(objects.getFirst())
                : "%d of %s".formatted(objects.size(), objects.getFirst().resource());
        var gone = objects.stream()
                .map(each -> new LaunchedObject(each.apiVersion(), each.kind(), each.name())).toList();
        return offer("Delete %s…".formatted(title),
                objects.stream().map(ChangeRights::delete).reduce(RequiredAccess::and).orElseThrow(),
                () -> sheet.open(new LaunchIntent.Withdraw(namespace, gone)));
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
