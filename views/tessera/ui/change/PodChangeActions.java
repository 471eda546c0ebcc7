package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.ui.AppServices;
import tessera.ui.UserPermissionChecker;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/** The changes of pods and their owners that a user can begin. FX thread. */
public final class PodChangeActions {

    private final AppServices services;
    private final ClusterChangeDialog changeDialog;
    private final UserPermissionChecker permissions;
    private final Function<ObjectRef, Optional<WorkloadRunState>> runStateLookup;

    /** @param runStateLookup what work does; empty where that is not known */
    PodChangeActions(AppServices services, ClusterChangeDialog changeDialog, UserPermissionChecker permissions,
            Function<ObjectRef, Optional<WorkloadRunState>> runStateLookup) {
        this.services = services;
        this.changeDialog = changeDialog;
        this.permissions = permissions;
        this.runStateLookup = runStateLookup;
    }

    /** Returns the changes of a pod and its owner, disabled ones with the reason. */
    public List<OfferedChange> offersForPod(ObjectRef pod) {
        var seen = services.snapshots().get().findPod(pod.namespace(), pod.name());
        if (seen.isEmpty()) {
            return List.of();
        }
        var offers = new ArrayList<OfferedChange>();
        offers.add(createOffer("Delete pod…", ChangePermissionRequirements.forPodDeletion(pod),
                () -> changeDialog.open(new PodDeleteOrEvictForm(pod, false))));
        offers.add(createOffer("Evict pod…", ChangePermissionRequirements.forEviction(List.of(pod)),
                () -> changeDialog.open(new PodDeleteOrEvictForm(pod, true))));
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
            offers.add(createOffer("Restart %s…".formatted(name),
                    ChangePermissionRequirements.forPatch("restart", object),
                    () -> changeDialog.open(
                            new WorkloadChangeIntent.RestartWorkloadIntent(object,
                                    WorkloadChangeIntent.USUAL_PATIENCE))));
        }
        if (kind.get().canScale()) {
            offers.add(createOffer("Scale " + name + "…", ChangePermissionRequirements.forPatch("scale", object),
                    () -> changeDialog.open(new ScaleForm(object, countReplicas(namespace, owner)))));
        }
        var known = runStateLookup.apply(object);
        if (kind.get().canSuspend() && known.orElse(WorkloadRunState.GOES_ON) == WorkloadRunState.GOES_ON) {
            offers.add(createOffer("Suspend %s…".formatted(name),
                    ChangePermissionRequirements.forPatch("suspend", object),
                    () -> changeDialog.open(
                            new WorkloadChangeIntent.SuspendWorkloadIntent(object,
                                    WorkloadChangeIntent.USUAL_PATIENCE))));
        }
        // What is suspended has no pods left; what a CronJob has may be of a time before.
        if (kind.get().canSuspend() && known.map(WorkloadRunState.SUSPENDED::equals)
                .orElseGet(() -> kind.get() == WorkloadKind.CRON_JOB || countPods(namespace, owner) == 0)) {
            offers.add(createOffer("Resume %s…".formatted(name),
                    ChangePermissionRequirements.forPatch("resume", object),
                    () -> changeDialog.open(
                            new WorkloadChangeIntent.ResumeWorkloadIntent(object,
                                    WorkloadChangeIntent.USUAL_PATIENCE))));
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
        var snapshot = services.snapshots().get();
        return snapshot.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                        && changeableOwner(pod).isSameOwner(owner));
    }

    private OfferedChange createOffer(String title, RequiredPermissions requiredPermissions, Runnable begin) {
        return new OfferedChange(title, begin, permissions.refusalOf(requiredPermissions));
    }
}
