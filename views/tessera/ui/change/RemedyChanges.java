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
import tessera.scheduling.RemedyAction;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserPermissions;
import tessera.ui.change.NodeChanges.BoundChanges;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes that help a pod get a node, or a workload its pods, each previewed first. FX thread. */
public final class RemedyChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserPermissions rights;
    private final Supplier<Optional<BoundChanges>> bounds;

    RemedyChanges(AppServices desk, ChangeSheet sheet, UserPermissions rights,
            Supplier<Optional<BoundChanges>> bounds) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.bounds = bounds;
    }

    /** Calls back on the FX thread whenever the offers may have changed. */
    public LatestValue.Observation observe(Runnable changed) {
        return rights.observe(changed);
    }

    /**
     * Returns the changes that a remedy requires, disabled ones with the reason; empty in read-only mode or where no change helps. What is to be looked after is shown in either mode.
     */
    public List<ChangeOffer> offers(ObjectRef pod, RemedyAction remedy) {
        if (remedy instanceof RemedyAction.RepairNodeAction(var node)) {
            return List.of(new ChangeOffer("Show " + node, () -> sheet.lookAt(ObjectRef.node(node))));
        }
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? offersInAnyMode(pod, remedy) : List.of();
    }

    /**
     * Returns the changes for pods that do not exist yet; changes of the pods themselves are made in their manifest.
     *
     * @param who what makes them, e.g. {@code Job/train}
     * @param pod one of them
     */
    public List<ChangeOffer> offers(String who, PodSchedulingSpec pod, RemedyAction remedy) {
        return switch (remedy) {
            case RemedyAction.AddTolerationsAction _,RemedyAction.RemoveGatesAction _,RemedyAction.ChangeRequestAction _ ->
                List.of();
            case RemedyAction.RepartitionNodeAction _ ->
                desk.clusters().get().access() != Access.CHANGES_ALLOWED ? List.of()
                        : List.of(
                                createOffer("Make room by MIG…", ChangeRights.forNodePatch("divide GPUs of", List.of()),
                                        () -> sheet.open(new RepartitionForm(desk, who, pod.requests(), () -> pod))));
            case RemedyAction.UncordonNodeAction _,RemedyAction.RemoveTaintAction _,RemedyAction.SetLabelAction _,RemedyAction.FreeNodeAction _,RemedyAction.RepairNodeAction _,RemedyAction.EditObjectAction _,RemedyAction.DeleteObjectsAction _,RemedyAction.CreateObjectAction _,RemedyAction.RaiseQuotaAction _,RemedyAction.ResumeWorkAction _,RemedyAction.WaitAction _ ->
                offers(ObjectRef.pod("", ""), remedy);
        };
    }

    /** Returns the changes whether or not changes are allowed. */
    List<ChangeOffer> offersInAnyMode(ObjectRef pod, RemedyAction remedy) {
        return switch (remedy) {
            case RemedyAction.UncordonNodeAction(var node) -> List.of(createOffer("Uncordon %s…".formatted(node),
                    ChangeRights.forNodePatch("uncordon", List.of(node)),
                    () -> sheet.open(new NodeIntent.UncordonNodes(NodeTargets.of(node)))));
            case RemedyAction.RemoveTaintAction(var node, var taint) ->
                List.of(createOffer("Remove taint from %s…".formatted(node),
                        ChangeRights.forNodePatch("change taints of", List.of(node)),
                        () -> sheet.open(new NodeIntent.ChangeTaints(NodeTargets.of(node), List.of(),
                                List.of(TaintKey.of(taint))))));
            case RemedyAction.SetLabelAction(var node, var key, var value) -> List.of(createOffer(
                    "Label %s…".formatted(node),
                    ChangeRights.forNodePatch("label", List.of(node)),
                    () -> sheet.open(new NodeIntent.ChangeLabels(NodeTargets.of(node), Map.of(key, value), Set.of()))));
            case RemedyAction.RepartitionNodeAction _ -> repartitionOffers(pod);
            case RemedyAction.FreeNodeAction(_, var pods) -> evictionOffers(
                    pods.stream().map(RemedyChanges::parsePodKey).filter(this::isStaying).toList());
            case RemedyAction.AddTolerationsAction add -> List.of(tolerationOffer(pod, add));
            case RemedyAction.RemoveGatesAction(var gates) -> List.of(editOffer("Take gate from %s…", pod,
                    () -> sheet.open(new EditForm(desk, pod, yaml -> PodRewriting.removeGates(yaml, gates)))));
            case RemedyAction.ChangeRequestAction _ ->
                findTemplateOwner(pod).map(object -> List.of(editOffer(object))).orElseGet(() -> recreateOffers(pod));
            case RemedyAction.EditObjectAction(var object) -> List.of(editOffer(object));
            case RemedyAction.CreateObjectAction make ->
                List.of(createOffer("Make %s…".formatted(objectName(make.object())),
                        ChangeRights.forCreation(make.object()),
                        () -> sheet.open(new CreateForm(make.object(), make.manifestYaml()))));
            case RemedyAction.RaiseQuotaAction allow ->
                bounds.get().map(changes -> quotaOffer(allow, changes)).stream().toList();
            case RemedyAction.ResumeWorkAction(var work) ->
                List.of(createOffer("Resume %s…".formatted(objectName(work)),
                        ChangeRights.forPatch("resume", work),
                        () -> sheet.open(new WorkloadIntent.ResumeWorkload(work, WorkloadIntent.USUAL_PATIENCE))));
            case RemedyAction.DeleteObjectsAction(var objects) -> deletions(objects);
            case RemedyAction.RepairNodeAction _,RemedyAction.WaitAction _ -> List.of();
        };
    }

    private List<ChangeOffer> repartitionOffers(ObjectRef pod) {
        return desk.snapshots().get().findPod(pod.namespace(), pod.name())
                .map(facts -> createOffer("Make room by MIG…", ChangeRights.forNodePatch("divide GPUs of", List.of()),
                        () -> sheet.open(RepartitionForm.forPod(desk, facts))))
                .stream().toList();
    }

    private ChangeOffer tolerationOffer(ObjectRef pod, RemedyAction.AddTolerationsAction add) {
        var object = findTemplateOwner(pod).orElse(pod);
        return editOffer("Add toleration to %s…", object,
                () -> sheet.open(new EditForm(desk, object, yaml -> PodRewriting.addTolerations(yaml, add.taints()))));
    }

    private ChangeOffer quotaOffer(RemedyAction.RaiseQuotaAction allow, NodeChanges.BoundChanges bounded) {
        var quota = new ObjectRef("v1", "ResourceQuota", "resourcequotas", allow.namespace(), allow.quota());
        return createOffer("Change quota %s/%s…".formatted(allow.namespace(), allow.quota()),
                ChangeRights.forPatch("change", quota),
                () -> bounded.editQuota(allow.namespace(), allow.quota(), allow.required()));
    }

    private ChangeOffer editOffer(ObjectRef object) {
        return editOffer("Edit %s…", object, () -> sheet.open(new EditForm(desk, object, UnaryOperator.identity())));
    }

    /** Returns the owner of a pod whose template can be changed; empty for a Job, whose template is immutable. */
    private Optional<ObjectRef> findTemplateOwner(ObjectRef pod) {
        return desk.snapshots().get().findPod(pod.namespace(), pod.name()).map(PodChanges::changeableOwner)
                .flatMap(owner -> WorkloadKind.of(owner).filter(WorkloadKind::canRestart)
                        .map(kind -> kind.objectRef(pod.namespace(), owner.name())));
    }

    /** Returns the offers to recreate a bare pod or a Job, because their requests are immutable. */
    private List<ChangeOffer> recreateOffers(ObjectRef pod) {
        var facts = desk.snapshots().get().findPod(pod.namespace(), pod.name());
        if (facts.filter(each -> !each.owner().exists()).isPresent()) {
            return List.of(recreateOffer(pod),
                    createOffer("Delete %s…".formatted(objectName(pod)), ChangeRights.forPodDeletion(pod),
                            () -> sheet.open(new PodForm(pod, false))));
        }
        return facts.map(PodChanges::changeableOwner)
                .filter(owner -> WorkloadKind.of(owner).filter(WorkloadKind.JOB::equals)
                        .isPresent())
                .map(owner -> recreateOffer(WorkloadKind.JOB.objectRef(pod.namespace(), owner.name()))).stream()
                .toList();
    }

    private ChangeOffer recreateOffer(ObjectRef object) {
        return createOffer("Make %s anew…".formatted(objectName(object)), ChangeRights.forCreation(object),
                () -> sheet.open(new RecreateForm(desk, object)));
    }

    private ChangeOffer editOffer(String title, ObjectRef object, Runnable begin) {
        return createOffer(title.formatted(objectName(object)), ChangeRights.forPatch("change", object), begin);
    }

    private ChangeOffer createOffer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.refusalOf(right));
    }

    private static String objectName(ObjectRef object) {
        return object.kind() + " " + object.name();
    }

    /** Returns one offer to evict all the pods, because only together they free enough room. */
    private List<ChangeOffer> evictionOffers(List<ObjectRef> pods) {
        return pods.isEmpty() ? List.of()
                : List.of(createOffer(pods.size() == 1 ? "Evict pod…" : "Evict these %d pods…".formatted(pods.size()),
                        ChangeRights.forEviction(pods),
                        () -> sheet.open(PodForm.forEviction(pods))));
    }

    /** What is in one namespace goes by one plan. */
    private List<ChangeOffer> deletions(List<ObjectRef> objects) {
        return objects.stream().collect(Collectors.groupingBy(ObjectRef::namespace, TreeMap::new, Collectors.toList()))
                .entrySet().stream().map(each -> deletion(each.getKey(), each.getValue())).toList();
    }

    private ChangeOffer deletion(String namespace, List<ObjectRef> objects) {
        var title = objects.size() == 1 ? objectName(objects.getFirst())
                : "%d of %s".formatted(objects.size(), objects.getFirst().resource());
        var gone = objects.stream()
                .map(object -> new LaunchedObject(object.apiVersion(), object.kind(), object.name())).toList();
        return createOffer("Delete %s…".formatted(title),
                objects.stream().map(ChangeRights::forPodDeletion).reduce(RequiredAccess::and).orElseThrow(),
                () -> sheet.open(new LaunchIntent.Withdraw(namespace, gone)));
    }

    /** Returns whether the pod exists and is not being deleted. */
    private boolean isStaying(ObjectRef pod) {
        return desk.snapshots().get().findPod(pod.namespace(), pod.name()).filter(each -> each.deleting() == null)
                .isPresent();
    }

    private static ObjectRef parsePodKey(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }
}
