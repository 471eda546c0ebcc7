package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.insight.PodOwners;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.SuspensionFields.Course;
import tessera.ui.AppServices;
import tessera.ui.UserPermissions;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes of pods and their owners that a user can begin. FX thread. */
public final class PodChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserPermissions rights;
    private final Function<ObjectRef, Optional<Course>> course;

    /** @param course what work does; empty where that is not known */
    PodChanges(AppServices desk, ChangeSheet sheet, UserPermissions rights,
            Function<ObjectRef, Optional<Course>> course) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.course = course;
    }

    /** Returns the changes of a pod and its owner, disabled ones with the reason. */
    public List<ChangeOffer> offersForPod(ObjectRef pod) {
        var seen = desk.snapshots().get().findPod(pod.namespace(), pod.name());
        if (seen.isEmpty()) {
            return List.of();
        }
        var offers = new ArrayList<ChangeOffer>();
        offers.add(createOffer("Delete pod…", ChangeRights.forPodDeletion(pod),
                () -> sheet.open(new PodForm(pod, false))));
        offers.add(createOffer("Evict pod…", ChangeRights.forEviction(List.of(pod)),
                () -> sheet.open(new PodForm(pod, true))));
        offers.addAll(offersForOwner(pod.namespace(), changeableOwner(seen.get())));
        return offers;
    }

    /** Returns the owner that can be changed: a Deployment rather than its ReplicaSet, a Job rather than its queue. */
    public static OwnerRef changeableOwner(PodFacts pod) {
        var top = PodOwners.ownerOf(pod);
        return WorkloadKind.of(top).isPresent() ? top : pod.owner();
    }

    /** Returns the changes of a pod owner; empty for an unknown kind. */
    public List<ChangeOffer> offersForOwner(String namespace, OwnerRef owner) {
        var kind = WorkloadKind.of(owner);
        var offers = new ArrayList<ChangeOffer>();
        if (kind.isEmpty()) {
            return offers;
        }
        var object = kind.get().objectRef(namespace, owner.name());
        var name = owner.kind() + " " + owner.name();
        if (kind.get().canRestart()) {
            offers.add(createOffer("Restart %s…".formatted(name), ChangeRights.forPatch("restart", object),
                    () -> sheet.open(new WorkloadIntent.RestartWorkload(object, WorkloadIntent.USUAL_PATIENCE))));
        }
        if (kind.get().canScale()) {
            offers.add(createOffer("Scale " + name + "…", ChangeRights.forPatch("scale", object),
                    () -> sheet.open(new ScaleForm(object, countReplicas(namespace, owner)))));
        }
        var known = course.apply(object);
        if (kind.get().canSuspend() && known.orElse(Course.GOES_ON) == Course.GOES_ON) {
            offers.add(createOffer("Suspend %s…".formatted(name), ChangeRights.forPatch("suspend", object),
                    () -> sheet.open(new WorkloadIntent.SuspendWorkload(object, WorkloadIntent.USUAL_PATIENCE))));
        }
        // What is suspended has no pods left; what a CronJob has may be of a time before.
        if (kind.get().canSuspend() && known.map(Course.SUSPENDED::equals)
                .orElseGet(() -> kind.get() == WorkloadKind.CRON_JOB || countPods(namespace, owner) == 0)) {
            offers.add(createOffer("Resume %s…".formatted(name), ChangeRights.forPatch("resume", object),
                    () -> sheet.open(new WorkloadIntent.ResumeWorkload(object, WorkloadIntent.USUAL_PATIENCE))));
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

    private Stream<PodFacts> pods(String namespace, OwnerRef owner) {
        var known = desk.snapshots().get();
        return known.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                        && changeableOwner(pod).isSameOwner(owner));
    }

    private ChangeOffer createOffer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.refusalOf(right));
    }
}
