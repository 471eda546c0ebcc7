package tessera.quota;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.Failure;
import tessera.model.ListText;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.quota.LocalQueues.LocalQueue;
import tessera.scheduling.LaunchOutcome.QueueRoom;
import tessera.scheduling.LaunchOutcome.QueueRoom.QueueVerdict;
import tessera.scheduling.ObjectSource;

/**
 * What the queues of Kueue have left for work that names them.
 *
 * @param local  through which it comes
 * @param shares of the ClusterQueues, as far as they may be read
 */
public record KueueQueues(LocalQueues local, List<QueueShare> shares) {

    public KueueQueues {
        shares = List.copyOf(shares);
    }

    /**
     * Asks the cluster; waits for it.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static KueueQueues read(ObjectSource source, Collection<String> namespaces)
            throws Failure, InterruptedException {
        return new KueueQueues(LocalQueues.read(source, namespaces), new QueueReader(source).read().shares());
    }

    /** What a queue has left of a device, as a sentence without a full stop; empty for no queue. */
    public String left(String namespace, String name, String resource) {
        return name.isEmpty() ? "" : room(namespace, name, resource, 0).words();
    }

    /** What a queue has left of a device, and what it does with so much of it. */
    public QueueRoom room(String namespace, String name, String resource, long wanted) {
        var queue = local.queue(namespace, name);
        if (queue.isEmpty()) {
            return local.gap(namespace)
                    .map(gap -> new QueueRoom("Whether %s has a queue %s is not known: %s".formatted(namespace, name,
                            gap.kind() == ProblemKind.FORBIDDEN ? "its queues may not be read" : gap.sentence()),
                            QueueVerdict.UNKNOWN))
                    .orElseGet(
                            () -> new QueueRoom("%s has no queue %s%s".formatted(namespace, name, others(namespace)),
                                    QueueVerdict.HOLDS));
        }
        var leadsTo = queue.get().leadsTo();
        var closed = closed(queue.get());
        if (closed.isPresent()) {
            return new QueueRoom(closed.get(), QueueVerdict.HOLDS);
        }
        var known = of(leadsTo, resource);
        if (known.isEmpty()) {
            return shares.stream().anyMatch(share -> share.queue().equals(leadsTo))
                    ? new QueueRoom("Queue %s lets in nothing that asks for %s".formatted(leadsTo, resource),
                            QueueVerdict.HOLDS)
                    : new QueueRoom("What queue %s lets in of %s is not known".formatted(leadsTo, resource),
                            QueueVerdict.UNKNOWN);
        }
        if (known.stream().anyMatch(share -> share.left().orElse(wanted) >= wanted)) {
            return new QueueRoom(words(known), QueueVerdict.ADMITS);
        }
        boolean displaces = known.stream().anyMatch(share -> share.displacing(wanted));
        boolean holds = !displaces && known.stream().noneMatch(share -> borrows(share, wanted));
        return new QueueRoom("%s; %d of %s %s wanted%s".formatted(words(known), wanted, resource,
                wanted == 1 ? "is" : "are",
                displaces ? "; it may end work of lower priority that it let in" : ""),
                holds ? QueueVerdict.HOLDS : QueueVerdict.BORROWS,
                holds ? advice(known, wanted) : "");
    }

    /** Whether its cohort may have it let in so much, from what others do not use or have of its own. */
    private static boolean borrows(QueueShare share, long wanted) {
        return !share.cohort().isEmpty() && (share.now().orElse(share.bounded().orElse(wanted)) >= wanted
                || (share.reclaims() && share.unused().orElse(0) >= wanted));
    }

    private Optional<String> closed(LocalQueue queue) {
        return shares.stream().filter(share -> share.queue().equals(queue.leadsTo()))
                .flatMap(share -> share.closed().stream()).findFirst()
                .map(why -> "Queue %s lets nothing in: %s".formatted(queue.leadsTo(), why))
                .or(() -> queue.closed().map(why -> "Queue %s of %s lets nothing in: %s".formatted(queue.name(),
                        queue.namespace(), why)));
    }

    /** Of several flavors somebody has to say which is meant. */
    private static String advice(List<QueueShare> known, long wanted) {
        var share = known.getFirst();
        var own = Quantity.units(share.nominal());
        // What others have of it counts as much as what it uses itself.
        var most = known.size() == 1 && share.now().isPresent() && own.isPresent()
                ? " from %s to %d".formatted(share.nominal(),
                        ResourceAmounts.saturatedSum(own.getAsLong(), wanted - share.now().getAsLong()))
                : "";
        return "Raise what ClusterQueue %s may give away of %s (nominalQuota)%s%s"
                .formatted(share.queue(), share.resource(), most,
                        !share.cohort().isEmpty() ? ", or wait until work of cohort %s ends".formatted(share.cohort())
                                : share.taken().orElse(1) > 0 ? ", or wait until work that it let in ends" : "");
    }

    private String others(String namespace) {
        var names = local.of(namespace);
        return names.isEmpty() ? "" : "; it has " + ListText.joined(names, " and ");
    }

    /** What is to be said before that much is launched; empty where the queue lets it in. */
    public Optional<String> lack(String namespace, String name, String resource, long wanted) {
        var room = room(namespace, name, resource, wanted);
        return name.isEmpty() || room.standing() == QueueVerdict.ADMITS ? Optional.empty() : Optional.of(room.words());
    }

    private List<QueueShare> of(String queue, String resource) {
        return shares.stream().filter(share -> share.queue().equals(queue) && share.resource().equals(resource))
                .toList();
    }

    private static String words(List<QueueShare> shares) {
        return shares.stream().map(KueueQueues::words).collect(Collectors.joining("; "));
    }

    private static String words(QueueShare share) {
        var left = share.left().isPresent() ? Long.toString(share.left().getAsLong()) : "an unknown number";
        var borrowed = share.cohort().isEmpty() ? "" : ", and " + share.borrows();
        var lent = share.lent().orElse(0) > 0 ? " (%d lent to others)".formatted(share.lent().getAsLong()) : "";
        return "Queue %s has %s of its own %s left%s%s".formatted(share.queue(), left, share.nominal(), lent, borrowed);
    }
}
