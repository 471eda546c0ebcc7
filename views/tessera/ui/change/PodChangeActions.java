package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.scene.control.TextField;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.InputControlFactory;

/** The changes of pods and their owners that a user can begin. FX thread. */
public final class PodChangeActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodChangeActions.class);

    private final ChangeOfferContext context;
    private final Function<ObjectRef, Optional<WorkloadRunState>> runStateLookup;

    /** @param runStateLookup what work does; empty where that is not known */
    PodChangeActions(ChangeOfferContext context, Function<ObjectRef, Optional<WorkloadRunState>> runStateLookup) {
        this.context = context;
        this.runStateLookup = runStateLookup;
    }

    /** Returns the changes of a pod and its owner, disabled ones with the reason. */
    public List<OfferedChange> offersForPod(ObjectRef pod) {
        var seen = context.services().snapshots().get().findPod(pod.namespace(), pod.name());
        if (seen.isEmpty()) {
            return List.of();
        }
        var offers = new ArrayList<OfferedChange>();
        offers.add(context.offerForm(MESSAGES.text("offer.deletePod"), ChangePermissionRequirements.forPodDeletion(pod),
                () -> new PodDeleteOrEvictForm(pod, false)));
        offers.add(context.offerForm(MESSAGES.text("offer.evictPod"),
                ChangePermissionRequirements.forEviction(List.of(pod)), () -> new PodDeleteOrEvictForm(pod, true)));
        offers.addAll(offersForOwner(pod.namespace(), changeableOwner(seen.get())));
        return offers;
    }

    /** Returns the owner that can be changed: a Deployment rather than its ReplicaSet, a Job rather than its queue. */
    public static ControllerRef changeableOwner(PodSummary pod) {
        var top = PodOwnerFinder.ownerOf(pod);
        return WorkloadKind.of(top).isPresent() ? top : pod.owner();
    }

    /** Returns the changes of a pod owner; empty for an unknown kind. */
    public List<OfferedChange> offersForOwner(String namespace, ControllerRef owner) {
        var kind = WorkloadKind.of(owner);
        var offers = new ArrayList<OfferedChange>();
        if (kind.isEmpty()) {
            return offers;
        }
        var object = kind.get().objectRef(namespace, owner.name());
        var name = owner.kind() + " " + owner.name();
        if (kind.get().canRestart()) {
            offers.add(context.offerIntent(MESSAGES.text("offer.restart", name),
                    ChangePermissionRequirements.forPatch(MESSAGES.text("access.restart", object.resource()), object),
                    new WorkloadChangeIntent.RestartWorkloadIntent(object, WorkloadChangeIntent.USUAL_PATIENCE)));
        }
        if (kind.get().canScale()) {
            offers.add(context.offerForm(MESSAGES.text("offer.scale", name),
                    ChangePermissionRequirements.forPatch(MESSAGES.text("access.scale", object.resource()), object),
                    () -> new ScaleForm(object, countReplicas(namespace, owner))));
        }
        var known = runStateLookup.apply(object);
        if (kind.get().canSuspend() && known.orElse(WorkloadRunState.GOES_ON) == WorkloadRunState.GOES_ON) {
            offers.add(context.offerIntent(MESSAGES.text("offer.suspend", name),
                    ChangePermissionRequirements.forPatch(MESSAGES.text("access.suspend", object.resource()), object),
                    new WorkloadChangeIntent.SuspendWorkloadIntent(object, WorkloadChangeIntent.USUAL_PATIENCE)));
        }
        // What is suspended has no pods left; what a CronJob has may be of a time before.
        if (kind.get().canSuspend() && known.map(WorkloadRunState.SUSPENDED::equals)
                .orElseGet(() -> kind.get() == WorkloadKind.CRON_JOB || countPods(namespace, owner) == 0)) {
            offers.add(context.offerIntent(MESSAGES.text("offer.resume", name),
                    ChangePermissionRequirements.forPatch(MESSAGES.text("access.resume", object.resource()), object),
                    new WorkloadChangeIntent.ResumeWorkloadIntent(object, WorkloadChangeIntent.USUAL_PATIENCE)));
        }
        return offers;
    }

    private int countPods(String namespace, ControllerRef owner) {
        return (int) pods(namespace, owner).count();
    }

    /** Returns the number of its pods, or of the groups that a LeaderWorkerSet counts. */
    private int countReplicas(String namespace, ControllerRef owner) {
        return (int) pods(namespace, owner).map(pod -> WorkloadKind.groupIndexOf(pod).orElse(pod.name())).distinct()
                .count();
    }

    private Stream<PodSummary> pods(String namespace, ControllerRef owner) {
        var snapshot = context.services().snapshots().get();
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                && changeableOwner(pod).isSameOwner(owner));
    }

    /** Form for the replica count of a workload. */
    private static final class ScaleForm extends ChangeIntentForm {

        private final TextField replicas;

        /** @param seen how many of its pods, or groups of pods, are seen now */
        ScaleForm(ObjectRef object, int seen) {
            super(MESSAGES.text("scale.title", object.kind()), object.namespace() + "/" + object.name());
            replicas = InputControlFactory.narrowTextField("scale-replicas", "", 120);
            replicas.setText(Integer.toString(seen));
            boolean groups = object.kind().equals("LeaderWorkerSet");
            setContent(new FormFieldGrid().addQuestion(MESSAGES.text(groups ? "scale.groups" : "scale.pods"), replicas,
                    MESSAGES.text("scale.why", object.kind())).node());
            evaluateWith(
                    () -> setResult(replicasProblemText(replicas.getText()),
                            () -> new WorkloadChangeIntent.ScaleWorkloadIntent(object,
                                    Integer.parseInt(replicas.getText().trim()), WorkloadChangeIntent.USUAL_PATIENCE)),
                    replicas.textProperty());
        }

        private static String replicasProblemText(String text) {
            if (text.trim().matches("[0-9]{1,5}")) {
                return "";
            }
            return MESSAGES.text("scale.invalid");
        }

        @Override
        protected void focus() {
            replicas.requestFocus();
            replicas.selectAll();
        }
    }
}
