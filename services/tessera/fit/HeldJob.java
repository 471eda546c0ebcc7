package tessera.fit;

import java.util.ArrayList;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * A Job that has no pods because it is suspended.
 *
 * @param headline one sentence without a full stop
 * @param queue    what its queue says of it, likewise; empty where it has none
 */
public record HeldJob(ObjectRef job, String headline, String queue) {

    /** Asks the cluster; waits for it. Empty where there is no such Job, or it is not suspended. */
    public static Optional<HeldJob> read(ObjectSource source, String namespace, String name)
            throws Failure, InterruptedException {
        var ref = new ObjectRef("batch/v1", "Job", "jobs", namespace, name);
        var job = source.object(ref).filter(each -> each.at("/spec/suspend").asBoolean());
        if (job.isEmpty()) {
            return Optional.empty();
        }
        var queue = job.get().at("/metadata/labels").path(Kueue.QUEUE).asText("");
        if (queue.isEmpty()) {
            return Optional.of(new HeldJob(ref, "It is suspended, and makes no pods until somebody resumes it", ""));
        }
        var uid = job.get().at("/metadata/uid").asText();
        var words = new ArrayList<String>();
        var gap = new Kueue(source).each("Workload", "workloads", namespace, workload -> Kueue
                .waits(workload, owner -> owner.path("uid").asText().equals(uid)).ifPresent(words::add));
        var said = words.isEmpty()
                ? gap.map(problem -> "What its queue says is not known: " + problem.sentence())
                        .orElse("Its queue has not said why")
                : "Its queue says: " + words.getFirst();
        return Optional.of(new HeldJob(ref, "It is suspended until the queue “%s” of Kueue admits it".formatted(queue),
                said));
    }
}
