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
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.workload.ProposedPodYamlRewriter;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.change.NodeChangeActions.QuotaChangeOpener;

/** The changes that help a pod get a node, or a workload its pods, each previewed first. FX thread. */
public final class SchedulingRemedyOfferBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SchedulingRemedyOfferBuilder.class);

    private final ChangeOfferContext context;
    private final Supplier<Optional<QuotaChangeOpener>> bounds;

    SchedulingRemedyOfferBuilder(ChangeOfferContext context, Supplier<Optional<QuotaChangeOpener>> bounds) {
        this.context = context;
        this.bounds = bounds;
    }

    /** Calls back on the FX thread whenever the offers may have changed. */
    public LatestValue.ObserverRegistration observe(Runnable changed) {
        return context.permissions().observe(changed);
    }

    /**
     * Returns the changes that a remedy requires, disabled ones with the reason; empty in read-only mode or where no change helps. What is to be looked after is shown in either mode.
     */
    public List<OfferedChange> offers(ObjectRef pod, SchedulingRemedyChange remedy) {
        if (remedy instanceof SchedulingRemedyChange.RepairNodeAction(var node)) {
            return List.of(new OfferedChange(MESSAGES.text("offer.show", node),
                    () -> context.dialog().lookAt(ObjectRef.node(node))));
        }
        if (context.allowsChanges()) {
            return offersInAnyMode(pod, remedy);
        }
        return List.of();
    }

    /**
     * Returns the changes for pods that do not exist yet; changes of the pods themselves are made in their manifest.
     *
     * @param who what makes them, e.g. {@code Job/train}
     * @param pod one of them
     */
    public List<OfferedChange> offers(String who, PodSchedulingSpec pod, SchedulingRemedyChange remedy) {
        return switch (remedy) {
            case SchedulingRemedyChange.AddTolerationsAction _,SchedulingRemedyChange.RemoveGatesAction _,SchedulingRemedyChange.ChangeResourceRequestAction _ ->
                List.of();
            case SchedulingRemedyChange.RepartitionNodeGpusAction _ -> !context.allowsChanges() ? List.of()
                    : List.of(context.offer(MESSAGES.text("offer.makeRoom"),
                            ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.divide"), List.of()),
                            () -> openRepartition(who, pod)));
            case SchedulingRemedyChange.UncordonNodeAction _,SchedulingRemedyChange.RemoveTaintAction _,SchedulingRemedyChange.SetNodeLabelAction _,SchedulingRemedyChange.EndNodePodsAction _,SchedulingRemedyChange.RepairNodeAction _,SchedulingRemedyChange.EditObjectAction _,SchedulingRemedyChange.DeleteObjectsAction _,SchedulingRemedyChange.CreateObjectAction _,SchedulingRemedyChange.RaiseQuotaAction _,SchedulingRemedyChange.ResumeWorkloadAction _,SchedulingRemedyChange.WaitAction _ ->
                offers(ObjectRef.pod("", ""), remedy);
        };
    }

    private void openRepartition(String who, PodSchedulingSpec pod) {
        context.dialog().open(new MigRepartitionForm(context.services(), who, pod.requests(), () -> pod));
    }

    /** Returns the changes whether or not changes are allowed. */
    List<OfferedChange> offersInAnyMode(ObjectRef pod, SchedulingRemedyChange remedy) {
        return switch (remedy) {
            case SchedulingRemedyChange.UncordonNodeAction(var node) ->
                List.of(context.offerIntent(MESSAGES.text("offer.uncordonNode", node),
                        ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.uncordon"), List.of(node)),
                        new NodeChangeIntent.UncordonNodesIntent(TargetNodeSelection.of(node))));
            case SchedulingRemedyChange.RemoveTaintAction(var node, var taint) ->
                List.of(context.offerIntent(MESSAGES.text("offer.removeTaint", node),
                        ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.taints"), List.of(node)),
                        new NodeChangeIntent.ChangeTaintsIntent(TargetNodeSelection.of(node), List.of(),
                                List.of(TaintKey.of(taint)))));
            case SchedulingRemedyChange.SetNodeLabelAction label -> List.of(labelOffer(label));
            case SchedulingRemedyChange.RepartitionNodeGpusAction _ -> repartitionOffers(pod);
            case SchedulingRemedyChange.EndNodePodsAction(_, var pods) -> evictionOffers(
                    pods.stream().map(SchedulingRemedyOfferBuilder::parsePodKey).filter(this::isStaying).toList());
            case SchedulingRemedyChange.AddTolerationsAction add -> List.of(tolerationOffer(pod, add));
            case SchedulingRemedyChange.RemoveGatesAction(var gates) ->
                List.of(editOffer("offer.removeGate", pod, () -> openGateRemoval(pod, gates)));
            case SchedulingRemedyChange.ChangeResourceRequestAction _ ->
                findTemplateOwner(pod).map(object -> List.of(editOffer(object))).orElseGet(() -> recreateOffers(pod));
            case SchedulingRemedyChange.EditObjectAction(var object) -> List.of(editOffer(object));
            case SchedulingRemedyChange.CreateObjectAction action ->
                List.of(context.offerForm(MESSAGES.text("offer.create", objectName(action.object())),
                        ChangePermissionRequirements.forCreation(action.object()),
                        () -> ObjectYamlEditorForm.forCreation(action.object(), action.manifestYaml())));
            case SchedulingRemedyChange.RaiseQuotaAction allow ->
                bounds.get().map(changes -> quotaOffer(allow, changes)).stream().toList();
            case SchedulingRemedyChange.ResumeWorkloadAction(var workloadRef) -> List.of(context.offerIntent(
                    MESSAGES.text("offer.resume", objectName(workloadRef)),
                    ChangePermissionRequirements.forPatch(MESSAGES.text("access.resume", workloadRef.resource()),
                            workloadRef),
                    new WorkloadChangeIntent.ResumeWorkloadIntent(workloadRef, WorkloadChangeIntent.USUAL_PATIENCE)));
            case SchedulingRemedyChange.DeleteObjectsAction(var objects) -> deletions(objects);
            case SchedulingRemedyChange.RepairNodeAction _,SchedulingRemedyChange.WaitAction _ -> List.of();
        };
    }

    private void openGateRemoval(ObjectRef pod, List<String> gates) {
        context.dialog().open(ObjectYamlEditorForm.forEdit(context.services(), pod,
                yaml -> ProposedPodYamlRewriter.removeGates(yaml, gates)));
    }

    private OfferedChange labelOffer(SchedulingRemedyChange.SetNodeLabelAction label) {
        return context.offerIntent(MESSAGES.text("offer.labelNode", label.node()),
                ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.label"), List.of(label.node())),
                new NodeChangeIntent.ChangeLabelsIntent(TargetNodeSelection.of(label.node()),
                        Map.of(label.key(), label.value()), Set.of()));
    }

    private List<OfferedChange> repartitionOffers(ObjectRef pod) {
        return context.services().snapshots().get().findPod(pod.namespace(), pod.name()).map(this::repartitionOffer)
                .stream().toList();
    }

    private OfferedChange repartitionOffer(PodSummary podSummary) {
        return context.offerForm(MESSAGES.text("offer.makeRoom"),
                ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.divide"), List.of()),
                () -> MigRepartitionForm.forPod(context.services(), podSummary));
    }

    private OfferedChange tolerationOffer(ObjectRef pod, SchedulingRemedyChange.AddTolerationsAction add) {
        var object = findTemplateOwner(pod).orElse(pod);
        return editOffer("offer.addToleration", object, () -> openTolerationEdit(object, add));
    }

    private void openTolerationEdit(ObjectRef object, SchedulingRemedyChange.AddTolerationsAction add) {
        context.dialog().open(ObjectYamlEditorForm.forEdit(context.services(), object,
                yaml -> ProposedPodYamlRewriter.addTolerations(yaml, add.taints())));
    }

    private OfferedChange quotaOffer(SchedulingRemedyChange.RaiseQuotaAction allow,
            NodeChangeActions.QuotaChangeOpener bounded) {
        var quota = new ObjectRef("v1", "ResourceQuota", "resourcequotas", allow.namespace(), allow.quota());
        return context.offer(MESSAGES.text("offer.changeQuota", allow.namespace(), allow.quota()),
                ChangePermissionRequirements.forChange(quota),
                () -> bounded.editQuota(allow.namespace(), allow.quota(), allow.required()));
    }

    private OfferedChange editOffer(ObjectRef object) {
        return editOffer("offer.edit", object, () -> context.dialog()
                .open(ObjectYamlEditorForm.forEdit(context.services(), object, UnaryOperator.identity())));
    }

    /** Returns the owner of a pod whose template can be changed; empty for a Job, whose template is immutable. */
    private Optional<ObjectRef> findTemplateOwner(ObjectRef pod) {
        return context.services().snapshots().get().findPod(pod.namespace(), pod.name())
                .map(PodChangeActions::changeableOwner).flatMap(owner -> restartableOwner(owner, pod));
    }

    private static Optional<ObjectRef> restartableOwner(ControllerRef owner, ObjectRef pod) {
        return WorkloadKind.of(owner).filter(WorkloadKind::canRestart)
                .map(kind -> kind.objectRef(pod.namespace(), owner.name()));
    }

    /** Returns the offers to recreate a bare pod or a Job, because their requests are immutable. */
    private List<OfferedChange> recreateOffers(ObjectRef pod) {
        var facts = context.services().snapshots().get().findPod(pod.namespace(), pod.name());
        if (facts.filter(each -> !each.owner().exists()).isPresent()) {
            return List.of(recreateOffer(pod), context.offerForm(MESSAGES.text("offer.delete", objectName(pod)),
                    ChangePermissionRequirements.forPodDeletion(pod), () -> new PodDeleteOrEvictForm(pod, false)));
        }
        return facts.map(PodChangeActions::changeableOwner)
                .filter(owner -> WorkloadKind.of(owner).filter(WorkloadKind.JOB::equals).isPresent())
                .map(owner -> recreateOffer(WorkloadKind.JOB.objectRef(pod.namespace(), owner.name()))).stream()
                .toList();
    }

    private OfferedChange recreateOffer(ObjectRef object) {
        return context.offerForm(MESSAGES.text("offer.recreate", objectName(object)),
                ChangePermissionRequirements.forCreation(object),
                () -> ObjectYamlEditorForm.forCopy(context.services(), object));
    }

    private OfferedChange editOffer(String titleKey, ObjectRef object, Runnable begin) {
        return context.offer(MESSAGES.text(titleKey, objectName(object)),
                ChangePermissionRequirements.forChange(object), begin);
    }

    private static String objectName(ObjectRef object) {
        return object.kind() + " " + object.name();
    }

    /** Returns one offer to evict all the pods, because only together they free enough room. */
    private List<OfferedChange> evictionOffers(List<ObjectRef> pods) {
        if (pods.isEmpty()) {
            return List.of();
        }
        return List.of(context.offerForm(MESSAGES.text("offer.evictPods", pods.size()),
                ChangePermissionRequirements.forEviction(pods), () -> PodDeleteOrEvictForm.forEviction(pods)));
    }

    /** What is in one namespace goes by one plan. */
    private List<OfferedChange> deletions(List<ObjectRef> objects) {
        return objects.stream().collect(Collectors.groupingBy(ObjectRef::namespace, TreeMap::new, Collectors.toList()))
                .entrySet().stream().map(each -> deletion(each.getKey(), each.getValue())).toList();
    }

    private OfferedChange deletion(String namespace, List<ObjectRef> objects) {
        var title = objects.size() == 1 ? objectName(objects.getFirst())
                : MESSAGES.text("offer.objectCount", objects.size(), objects.getFirst().resource());
        var gone = objects.stream().map(object -> new LaunchedObject(object.apiVersion(), object.kind(), object.name()))
                .toList();
        return context.offerIntent(
                MESSAGES.text("offer.delete", title), objects.stream().map(ChangePermissionRequirements::forPodDeletion)
                        .reduce(RequiredPermissions::and).orElseThrow(),
                new WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent(namespace, gone));
    }

    /** Returns whether the pod exists and is not being deleted. */
    private boolean isStaying(ObjectRef pod) {
        return context.services().snapshots().get().findPod(pod.namespace(), pod.name())
                .filter(each -> each.deleting() == null).isPresent();
    }

    private static ObjectRef parsePodKey(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }
}
