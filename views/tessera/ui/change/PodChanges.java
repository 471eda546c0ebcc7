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
import tessera.scheduling.SuspensionRules.Course;
import tessera.ui.AppServices;
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes of pods, and of what makes them, that a user can begin. FX thread. */
public final class PodChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;
    private final Function<ObjectRef, Optional<Course>> course;

    /** @param course what work does; empty where that is not known */
    PodChanges(AppServices desk, ChangeSheet sheet, UserRights rights, Function<ObjectRef, Optional<Course>> course) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
        this.course = course;
    }

    /** What can be changed of a pod and of what made it; what may not be done with the reason against it. */
    public List<ChangeOffer> of(ObjectRef pod) {
        var seen = desk.snapshots().get().pod(pod.namespace(), pod.name());
        if (seen.isEmpty()) {
            return List.of();
        }
        var offers = new ArrayList<ChangeOffer>();
        offers.add(offer("Delete pod…", ChangeRights.delete(pod), () -> sheet.open(new PodForm(pod, false))));
        offers.add(offer("Evict pod…", ChangeRights.evict(List.of(pod)), () -> sheet.open(new PodForm(pod, true))));
        offers.addAll(ofOwner(pod.namespace(), maker(seen.get())));
        return offers;
    }

    /** The nearest that can be told something: a Deployment rather than its ReplicaSet, a Job rather than its queue. */
    public static OwnerRef maker(PodFacts pod) {
        var top = PodOwners.of(pod);
        return WorkloadKind.of(top).isPresent() ? top : pod.owner();
    }

    /** What can be changed of something that makes pods; nothing where it is of a kind that is not known. */
    public List<ChangeOffer> ofOwner(String namespace, OwnerRef owner) {
        var kind = WorkloadKind.of(owner);
        var offers = new ArrayList<ChangeOffer>();
        if (kind.isEmpty()) {
            return offers;
        }
        var object = kind.get().in(namespace, owner.name());
        var name = owner.kind() + " " + owner.name();
        if (kind.get().restarts()) {
            offers.add(offer("Restart %s…".formatted(name), ChangeRights.patch("restart", object),
                    () -> sheet.open(new WorkloadIntent.Restart(object, WorkloadIntent.USUAL_PATIENCE))));
        }
        if (kind.get().scales()) {
            offers.add(offer("Scale " + name + "…", ChangeRights.patch("scale", object),
                    () -> sheet.open(new ScaleForm(object, counted(namespace, owner)))));
        }
        var known = course.apply(object);
        if (kind.get().suspends() && known.orElse(Course.GOES_ON) == Course.GOES_ON) {
            offers.add(offer("Suspend %s…".formatted(name), ChangeRights.patch("suspend", object),
                    () -> sheet.open(new WorkloadIntent.Suspend(object, WorkloadIntent.USUAL_PATIENCE))));
        }
        // What is suspended has no pods left; what a CronJob has may be of a time before.
        if (kind.get().suspends() && known.map(Course.SUSPENDED::equals)
                .orElseGet(() -> kind.get() == WorkloadKind.CRON_JOB || seen(namespace, owner) == 0)) {
            offers.add(offer("Resume %s…".formatted(name), ChangeRights.patch("resume", object),
                    () -> sheet.open(new WorkloadIntent.ResumeWorkload(object, WorkloadIntent.USUAL_PATIENCE))));
        }
        return offers;
    }

    private int seen(String namespace, OwnerRef owner) {
        return (int) pods(namespace, owner).count();
    }

    /** Its pods, or the groups of them that a LeaderWorkerSet counts. */
    private int counted(String namespace, OwnerRef owner) {
        return (int) pods(namespace, owner).map(pod -> WorkloadKind.group(pod).orElse(pod.name())).distinct()
                .count();
    }

    private Stream<PodFacts> pods(String namespace, OwnerRef owner) {
        var known = desk.snapshots().get();
        return known.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()
                        && maker(pod).alike(owner));
    }

    private ChangeOffer offer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.against(right));
    }
}
