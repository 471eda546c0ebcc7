package tessera.ui.change;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tessera.gpu.MigRepartitionFinder;
import tessera.model.ControllerRef;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.MigNodeLabels;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserPermissionChecker;

/** The changes of nodes that a user can begin. FX thread, except for {@link #offers}, which any may ask. */
public final class NodeChangeActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeChangeActions.class);

    private final ChangeOfferContext context;
    private Function<ObjectRef, List<OfferedChange>> further = object -> List.of();
    private Function<ObjectRef, Optional<WorkloadRunState>> runStateLookup = object -> Optional.empty();
    private Optional<QuotaChangeOpener> bounds = Optional.empty();

    /** Opens the changes of quotas and limit ranges of namespaces. */
    public interface QuotaChangeOpener {

        /**
         * Opens the change of a quota.
         *
         * @param enough what it would have to allow, as a proposal
         */
        void editQuota(String namespace, String name, RequiredQuota enough);

        void editLimits(String namespace, String name);
    }

    /**
     * A change that can be begun.
     *
     * @param title  begins with a verb; ends with an ellipsis where questions follow
     * @param reason why it cannot be begun as things stand; empty where it can
     */
    public record OfferedChange(String title, Runnable begin, Optional<String> reason) {

        /** One that can be begun. */
        OfferedChange(String title, Runnable begin) {
            this(title, begin, Optional.empty());
        }
    }

    public NodeChangeActions(OpenClusterSource services, ClusterChangeDialog changeDialog, Clock clock) {
        context = new ChangeOfferContext(services, changeDialog, new UserPermissionChecker(services, clock));
    }

    /**
     * Returns the changes that are possible now, disabled ones with the reason; empty in read-only mode.
     *
     * @param nodes their names; none where a label selector is to find them
     */
    public List<OfferedChange> offers(List<String> nodes) {
        var offers = new ArrayList<OfferedChange>();
        if (!context.allowsChanges()) {
            return offers;
        }
        var snapshot = context.services().snapshots().get();
        var found = nodes.stream().flatMap(name -> snapshot.findNode(name).stream()).toList();
        offers.add(formOffer(MESSAGES.text("offer.taint"), nodes, MESSAGES.text("access.taint"), TaintForm::new));
        offers.add(formOffer(MESSAGES.text("offer.label"), nodes, MESSAGES.text("access.label"), NodeLabelForm::new));
        addCordonOffers(nodes, found, offers);
        if (nodes.isEmpty() || DevicePluginSharingConfiguration.gpuNodes(snapshot).stream()
                .anyMatch(node -> nodes.contains(node.name()))) {
            offers.add(context.offer(MESSAGES.text("offer.share"), ChangePermissionRequirements.forSharing(nodes),
                    () -> sharing().openForNodes(nodes)));
        }
        offers.add(formOffer(MESSAGES.text("offer.drain"), nodes, ChangePermissionRequirements.forDrain(nodes),
                DrainForm::new));
        if (nodes.isEmpty()
                || found.stream().anyMatch(node -> node.nodeSummary().label(MigNodeLabels.CAPABLE).equals("true"))) {
            offers.add(formOffer(migLayoutTitle(), nodes, MESSAGES.text("access.divide"),
                    targets -> new MigLayoutForm(targets, context.services())));
        }
        if (nodes.isEmpty() || !MigRepairForm.findTroubles(found).isEmpty()) {
            offers.add(formOffer(migRepairTitle(), nodes, ChangePermissionRequirements.forMigRepair(nodes),
                    targets -> new MigRepairForm(targets, context.services())));
        }
        offers.add(formOffer(MESSAGES.text("offer.advertise"), nodes, ChangePermissionRequirements.forNodeStatus(nodes),
                NodeExtendedResourceForm::new));
        return offers;
    }

    private void addCordonOffers(List<String> nodes, List<NodeWithBoundPods> found, List<OfferedChange> offers) {
        if (nodes.isEmpty()) {
            return;
        }
        var namedNodes = new TargetNodeSelection.NamedNodes(nodes);
        if (found.stream().anyMatch(node -> !node.nodeSummary().unschedulable())) {
            offers.add(context.offerIntent(MESSAGES.text("offer.cordon"),
                    ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.cordon"), nodes),
                    new NodeChangeIntent.CordonNodesIntent(namedNodes)));
        }
        if (found.stream().anyMatch(node -> node.nodeSummary().unschedulable())) {
            offers.add(context.offerIntent(MESSAGES.text("offer.uncordon"),
                    ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.uncordon"), nodes),
                    new NodeChangeIntent.UncordonNodesIntent(namedNodes)));
        }
    }

    /** Returns the title of the change that repartitions the GPUs of nodes. */
    public static String migLayoutTitle() {
        return MESSAGES.text("offer.migLayout");
    }

    /** Returns the title of the change that ends a failed change of a MIG layout. */
    public static String migRepairTitle() {
        return MESSAGES.text("offer.migRepair");
    }

    /** Returns the rights of the user. */
    public UserPermissionChecker rights() {
        return context.permissions();
    }

    /** Returns why an object may not be edited, as far as is known; empty where it may. */
    public Optional<String> editBlocker(ObjectRef object) {
        return context.permissions().refusalOf(ChangePermissionRequirements.forChange(object));
    }

    /** Returns the changes of GPU sharing. */
    public GpuSharingChangeActions sharing() {
        return new GpuSharingChangeActions(context);
    }

    /** Returns the changes of Helm releases. */
    public HelmReleaseChangeActions releases() {
        return new HelmReleaseChangeActions(context);
    }

    /** Adds a source of further offers for pods, after their changes. */
    public void addPodOffers(Function<ObjectRef, List<OfferedChange>> more) {
        further = more;
    }

    /**
     * Adds a source for the state of workloads, so that they get only the offers that apply.
     *
     * @param told what it does; empty where that is not known, so that others are asked
     */
    public void addCourseSource(Function<ObjectRef, Optional<WorkloadRunState>> told) {
        var others = runStateLookup;
        runStateLookup = workloadRef -> ownerState(workloadRef, told, others);
    }

    private static Optional<WorkloadRunState> ownerState(ObjectRef workloadRef,
            Function<ObjectRef, Optional<WorkloadRunState>> told,
            Function<ObjectRef, Optional<WorkloadRunState>> others) {
        return told.apply(workloadRef).or(() -> others.apply(workloadRef));
    }

    /** Sets the changes of quotas and limit ranges, offered where they are a remedy. */
    public void setBoundChanges(QuotaChangeOpener other) {
        bounds = Optional.of(other);
    }

    /** Returns the changes that help a pod get a node. */
    public SchedulingRemedyOfferBuilder remedies() {
        return new SchedulingRemedyOfferBuilder(context, () -> bounds);
    }

    /** Returns the changes that remedy findings. */
    public FindingRemedyActions remediations() {
        return new FindingRemedyActions(context, () -> bounds);
    }

    /** Returns the changes of pods and their owners. */
    public PodChangeActions pods() {
        return new PodChangeActions(context, runStateLookup);
    }

    /** Returns the changes of a pod or its owner. */
    public List<OfferedChange> offersFor(ObjectRef object) {
        if (!object.kind().equals("Pod")) {
            return pods().offersForOwner(object.namespace(),
                    new ControllerRef(object.apiVersion(), object.kind(), object.name()));
        }
        var offers = new ArrayList<OfferedChange>();
        context.services().snapshots().get().findPod(object.namespace(), object.name())
                .filter(pod -> context.allowsChanges() && pod.waitsForNode()
                        && MigRepartitionFinder.requestedInstances(pod.requests()).instanceCount() > 0)
                .ifPresent(pod -> addRepartitionOffer(pod, offers));
        // What looks into it comes before what ends it: the first entries are under the pointer as the menu opens.
        offers.addAll(further.apply(object));
        offers.addAll(pods().offersForPod(object));
        return offers;
    }

    private void addRepartitionOffer(PodSummary pod, List<OfferedChange> offers) {
        offers.add(context.offerForm(MESSAGES.text("offer.makeRoom"),
                ChangePermissionRequirements.forNodePatch(MESSAGES.text("access.divide"), List.of()),
                () -> MigRepartitionForm.forPod(context.services(), pod)));
    }

    private OfferedChange formOffer(String title, List<String> nodes, String action,
            Function<TargetNodesField, ChangeIntentForm> form) {
        return formOffer(title, nodes, ChangePermissionRequirements.forNodePatch(action, nodes), form);
    }

    private OfferedChange formOffer(String title, List<String> nodes, RequiredPermissions requiredPermissions,
            Function<TargetNodesField, ChangeIntentForm> form) {
        return context.offerForm(title, requiredPermissions, () -> form.apply(context.targets(nodes)));
    }
}
