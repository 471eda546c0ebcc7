package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.insight.PodOwnerFinder;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.PodSummary;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.ui.AppServices;
import tessera.ui.UserPermissions;
import tessera.ui.change.AvailableNodeChanges.OfferedChange;

/** The changes of pods and their owners that a user can begin. FX thread. */
public final class AvailablePodChanges {

    private final AppServices desk;
    private final ClusterChangeDialog sheet;
    private final UserPermissions rights;
    private final Function<ObjectRef, Optional<WorkloadRunState>> course;

    /** @param course what work does; empty where that is not known */
    AvailablePodChanges(AppServices desk, ClusterChangeDialog sheet, UserPermissions rights,
            Function<ObjectRef, Optional<WorkloadRunState>> course) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.course = course;
    }

    /** Returns the changes of a pod and its owner, disabled ones with the reason. */
    public List<OfferedChange> offersForPod(ObjectRef pod) {
        var seen = desk.snapshots().get().findPod(pod.namespace(), pod.name());
        if (seen.isEmpty()) {
            return List.of();
        }
        var offers = new ArrayList<OfferedChange>();
        offers.add(createOffer("Delete pod…", OfferedChangePermissions.forPodDeletion(pod),
                () -> sheet.open(new PodDeleteOrEvictForm(pod, false))));
        offers.add(createOffer("Evict pod…", OfferedChangePermissions.forEviction(List.of(pod)),
                () -> sheet.open(new PodDeleteOrEvictForm(pod, true))));
        offers.addAll(offersForOwner(pod.namespace(), changeableOwner(seen.get())));
        return offers;
    }

    /** Returns the owner that can be changed: a Deployment rather than its ReplicaSet, a Job rather than its queue. */
    public static OwnerRef changeableOwner(PodSummary pod) {
        var top = PodOwnerFinder.ownerOf(pod);
        return WorkloadKind.of(top).isPresent() ? top : pod.owner();
    }

    /** Returns the changes of a pod owner; empty for an unknown kind. */
    public List<OfferedChange> offersForOwner(String namespace, OwnerRef owner) {
        var kind = WorkloadKind.of(owner);
        var offers = new ArrayList<OfferedChange>();
        if (kind.isEmpty()) {
            return offers;
        }
        var object = kind.get().objectRef(namespace, owner.name());
        var name = owner.kind() + " " + owner.name();
        if (kind.get().canRestart()) {
            offers.add(createOffer("Restart %s…".formatted(name), OfferedChangePermissions.forPatch("restart", object),
                    () -> sheet.open(
                            new WorkloadChangeIntent.RestartWorkload(object, WorkloadChangeIntent.USUAL_PATIENCE))));
        }
        if (kind.get().canScale()) {
            offers.add(createOffer("Scale " + name + "…", OfferedChangePermissions.forPatch("scale", object),
                    () -> sheet.open(new ScaleForm(object, countReplicas(namespace, owner)))));
        }
        var known = course.apply(object);
        if (kind.get().canSuspend() && known.orElse(WorkloadRunState.GOES_ON) == WorkloadRunState.GOES_ON) {
            offers.add(createOffer("Suspend %s…".formatted(name), OfferedChangePermissions.forPatch("suspend", object),
                    () -> sheet.open(
                            new WorkloadChangeIntent.SuspendWorkload(object, WorkloadChangeIntent.USUAL_PATIENCE))));
        }
        // What is suspended has no pods left; what a CronJob has may be of a time before.
        if (kind.get().canSuspend() && known.map(WorkloadRunState.SUSPENDED::equals)
                .orElseGet(() -> kind.get() == WorkloadKind.CRON_JOB || countPods(namespace, owner) == 0)) {
            offers.add(createOffer("Resume %s…".formatted(name), OfferedChangePermissions.forPatch("resume", object),
                    () -> sheet.open(
                            new WorkloadChangeIntent.ResumeWorkload(object, WorkloadChangeIntent.USUAL_PATIENCE))));
        }
        return offers;
    }

    private int countPods(String namespace, OwnerRef owner) {
        return (int) pods(namespace, owner).count();
    }

    /** Returns the number of its pods, or of the groups that a LeaderWorkerSet counts. */
    private int countReplicas(String namespace, OwnerRef owner) {
        return (int) pods(namespace, owner).map(pod -> WorkloadKind.groupIndexOf(pod).orElse(pod.name())).distinct()
                .count();
    }

    private Stream<PodSummary> pods(String namespace, OwnerRef owner) {
        var known = desk.snapshots().get();
        return known.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                        && changeableOwner(pod).isSameOwner(owner));
    }

    private OfferedChange createOffer(String title, RequiredPermissions right, Runnable begin) {
        return new OfferedChange(title, begin, rights.refusalOf(right));
    }
}
