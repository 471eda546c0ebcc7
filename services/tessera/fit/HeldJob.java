package tessera.fit;

import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.CommandTarget;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * A Job that has no pods because it is suspended.
 *
 * @param headline one sentence without a full stop
 * @param queue    what its queue says of it, likewise; empty where it has none
 * @param advice   what would help; empty where that is not known
 */
public record HeldJob(ObjectRef job, String headline, String queue, Optional<Suggestion> advice) {

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
            return Optional.of(new HeldJob(ref, "It is suspended, and makes no pods until somebody resumes it", "",
                    Optional.of(new Suggestion("Resume it, if whoever suspended it has nothing against it",
                            "tessera plan resume job/%s -n %s".formatted(name, namespace), new Remedy.Wait()))));
        }
        var uid = job.get().at("/metadata/uid").asText();
        var gaps = new ArrayList<String>();
        var queued = new QueueSource(new Kueue(source), namespace)
                .read(owner -> owner.path("uid").asText().equals(uid), gaps::add);
        var words = queued.map(each -> "Its queue says: " + each.words())
                .or(() -> gaps.isEmpty() ? Optional.of("Its queue has not said why") : Optional.empty());
        var said = Stream.concat(words.stream(), gaps.stream()).collect(Collectors.joining(". "));
        return Optional.of(new HeldJob(ref, "It is suspended until the queue “%s” of Kueue admits it".formatted(queue),
                said, queued.flatMap(Queued::advice)));
    }

    /** The same with a command that names the cluster it is for. */
    public HeldJob in(CommandTarget cluster) {
        return new HeldJob(job, headline, queue, advice.map(each -> each.in(cluster)));
    }
}
