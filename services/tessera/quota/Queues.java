package tessera.quota;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.Problem.Kind;

/**
 * What the queues of Kueue have left for work that names them.
 *
 * @param local  through which it comes
 * @param shares of the ClusterQueues, as far as they may be read
 */
public record Queues(LocalQueues local, List<QueueShare> shares) {

    public Queues {
        shares = List.copyOf(shares);
    }

    /**
     * Asks the cluster; waits for it.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static Queues read(ObjectSource source, Collection<String> namespaces)
            throws Failure, InterruptedException {
        return new Queues(LocalQueues.read(source, namespaces), new QueueReader(source).read().shares());
    }

    /** What a queue has left of a device, as a sentence without a full stop; empty for no queue. */
    public String left(String namespace, String name, String resource) {
        if (name.isEmpty()) {
            return "";
        }
        var queue = local.queue(namespace, name);
        if (queue.isEmpty()) {
            return local.gap(namespace)
                    .map(gap -> "Whether %s has a queue %s is not known: %s".formatted(namespace, name,
                            gap.kind() == Kind.FORBIDDEN ? "its queues may not be read" : gap.sentence()))
                    .orElse("%s has no queue %s".formatted(namespace, name));
        }
        var leadsTo = queue.get().leadsTo();
        var known = of(leadsTo, resource);
        return known.isEmpty() ? "What queue %s lets in of %s is not known".formatted(leadsTo, resource)
                : words(known);
    }

    /** The same where it is known to be less than is wanted, with how much that is: the queue holds such work back. */
    public Optional<String> lack(String namespace, String name, String resource, long wanted) {
        var known = local.queue(namespace, name).map(queue -> of(queue.leadsTo(), resource)).orElse(List.of());
        return known.isEmpty() || known.stream().anyMatch(share -> share.left().orElse(wanted) >= wanted)
                ? Optional.empty()
                : Optional.of("%s; %d of %s %s wanted".formatted(words(known), wanted, resource,
                        wanted == 1 ? "is" : "are"));
    }

    private List<QueueShare> of(String queue, String resource) {
        return shares.stream().filter(share -> share.queue().equals(queue) && share.resource().equals(resource))
                .toList();
    }

    private static String words(List<QueueShare> shares) {
        return shares.stream().map(Queues::words).collect(Collectors.joining("; "));
    }

    private static String words(QueueShare share) {
        var left = share.left().isPresent() ? Long.toString(share.left().getAsLong()) : "an unknown number";
        var borrowed = share.cohort().isEmpty() ? "" : ", and may borrow in cohort " + share.cohort();
        var lent = share.lent().orElse(0) > 0 ? " (%d lent to others)".formatted(share.lent().getAsLong()) : "";
        return "Queue %s has %s of its own %s left%s%s".formatted(share.queue(), left, share.nominal(), lent, borrowed);
    }
}
