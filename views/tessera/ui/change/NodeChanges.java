package tessera.ui.change;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tessera.insight.MigRepartitioning;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.context.SharingSetup;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.scheduling.SuspensionRules.Course;
import tessera.ui.AppServices;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserRights;

/** The changes of nodes that a user can begin. FX thread, except for {@link #offered}, which any may ask. */
public final class NodeChanges {

    /** The title of the one that divides GPUs anew. */
    public static final String MIG_LAYOUT = "Change MIG layout…";

    /** The title of the one that brings a change of MIG to an end. */
    public static final String MEND_MIG = "Mend MIG…";

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;
    private Function<ObjectRef, List<ChangeOffer>> further = object -> List.of();
    private Function<ObjectRef, Optional<Course>> course = object -> Optional.empty();
    private Optional<BoundChanges> bounds = Optional.empty();

    /** Begins with the changes of what bounds namespaces. */
    public interface BoundChanges {

        /**
         * Begins to change a quota.
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
    public record ChangeOffer(String title, Runnable begin, Optional<String> reason) {

        /** One that can be begun. */
        ChangeOffer(String title, Runnable begin) {
            this(title, begin, Optional.empty());
        }
    }

    public NodeChanges(AppServices desk, ChangeSheet sheet, Clock clock) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = new UserRights(desk, clock);
    }

    /**
     * What can be changed as things stand, and what may not be with the reason against it; nothing in read-only mode.
     *
     * @param nodes their names; none where a label selector is to find them
     */
    public List<ChangeOffer> offered(List<String> nodes) {
        var offers = new ArrayList<ChangeOffer>();
        if (desk.clusters().get().access() != Access.CHANGES_ALLOWED) {
            return offers;
        }
        offers.add(asking("Taint…", nodes, "taint", TaintForm::of));
        offers.add(asking("Label…", nodes, "label", LabelForm::of));
        if (!nodes.isEmpty()) {
            var those = new NodeTargets.NamedNodes(nodes);
            var known = desk.snapshots().get();
            var cordoned = nodes.stream().flatMap(name -> known.node(name).stream())
                    .map(node -> node.facts().unschedulable()).toList();
            if (cordoned.contains(false)) {
                offers.add(offer("Cordon…", ChangeRights.nodes("cordon", nodes),
                        () -> sheet.open(new NodeIntent.Cordon(those))));
            }
            if (cordoned.contains(true)) {
                offers.add(offer("Uncordon…", ChangeRights.nodes("uncordon", nodes),
                        () -> sheet.open(new NodeIntent.UncordonNodes(those))));
            }
        }
        var gpus = SharingSetup.gpuNodes(desk.snapshots().get());
        if (nodes.isEmpty() || gpus.stream().anyMatch(node -> nodes.contains(node.name()))) {
            offers.add(offer("Share GPUs…", ChangeRights.sharing(nodes), () -> sharing().share(nodes)));
        }
        offers.add(asking("Drain…", nodes, ChangeRights.drain(nodes), DrainForm::of));
        if (nodes.isEmpty() || nodes.stream().flatMap(name -> desk.snapshots().get().node(name).stream())
                .anyMatch(node -> node.facts().label(MigLabels.CAPABLE).equals("true"))) {
            offers.add(asking(MIG_LAYOUT, nodes, "divide GPUs of", targets -> MigForm.of(targets, desk)));
        }
        if (nodes.isEmpty() || !MendForm.troubles(nodes.stream()
                .flatMap(name -> desk.snapshots().get().node(name).stream()).toList()).isEmpty()) {
            offers.add(asking(MEND_MIG, nodes, ChangeRights.mending(nodes), targets -> MendForm.of(targets, desk)));
        }
        offers.add(asking("Advertise a device…", nodes, ChangeRights.status(nodes), ResourceForm::of));
        return offers;
    }

    /** What the user may do. */
    public UserRights rights() {
        return rights;
    }

    /** Why an object may not be edited, as far as is known; empty where it may. */
    public Optional<String> againstEdit(ObjectRef object) {
        return rights.against(ChangeRights.patch("change", object));
    }

    /** The changes of how GPUs are shared. */
    public SharingChanges sharing() {
        return new SharingChanges(desk, sheet, rights);
    }

    /** Has more offered for pods, after their changes. */
    public void alsoOffer(Function<ObjectRef, List<ChangeOffer>> more) {
        further = more;
    }

    /**
     * Has work offered only what goes with how it is.
     *
     * @param told what it does; empty where that is not known, so that others are asked
     */
    public void alsoKnow(Function<ObjectRef, Optional<Course>> told) {
        var others = course;
        course = work -> told.apply(work).or(() -> others.apply(work));
    }

    /** Has quotas and ranges of limits changed, too, where that mends something. */
    public void alsoMend(BoundChanges other) {
        bounds = Optional.of(other);
    }

    /** The changes that help a pod to a node. */
    public RemedyChanges remedies() {
        return new RemedyChanges(desk, sheet, rights, () -> bounds);
    }

    /** The changes that mend what was found to be wrong. */
    public MendingChanges mendings() {
        return new MendingChanges(desk, sheet, rights, () -> bounds);
    }

    /** The changes of pods and of what makes them. */
    public PodChanges pods() {
        return new PodChanges(desk, sheet, rights, course);
    }

    /** What can be changed of a pod or for its sake, or of what makes pods. */
    public List<ChangeOffer> offeredFor(ObjectRef object) {
        if (!object.kind().equals("Pod")) {
            return pods().ofOwner(object.namespace(), new OwnerRef(object.apiVersion(), object.kind(), object.name()));
        }
        var offers = new ArrayList<ChangeOffer>();
        desk.snapshots().get().pod(object.namespace(), object.name())
                .filter(pod -> desk.clusters().get().access() == Access.CHANGES_ALLOWED && pod.waitsForNode()
                        && MigRepartitioning.wanted(pod.requests()).size() > 0)
                .ifPresent(pod -> offers
                        .add(offer("Make room by MIG…", ChangeRights.nodes("divide GPUs of", List.of()),
                                () -> sheet.open(RoomForm.of(desk, pod)))));
        // What looks into it comes before what ends it: the first entries are under the pointer as the menu opens.
        offers.addAll(further.apply(object));
        offers.addAll(pods().of(object));
        return offers;
    }

    private ChangeOffer asking(String title, List<String> nodes, String verb, Function<TargetsField, ChangeForm> form) {
        return asking(title, nodes, ChangeRights.nodes(verb, nodes), form);
    }

    private ChangeOffer asking(String title, List<String> nodes, RequiredAccess right,
            Function<TargetsField, ChangeForm> form) {
        return offer(title, right, () -> sheet.open(form.apply(new TargetsField(nodes, desk.snapshots()::get))));
    }

    private ChangeOffer offer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.against(right));
    }
}
