package tessera.diagnosis;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/**
 * A problem that needs an operator's attention.
 *
 * @param kind     what it is
 * @param headline a few words
 * @param facts    what is known of it; may be empty
 * @param since    since when, by the server's clock; null when that is not known
 * @param node     the node to look at; empty when it is about pods
 * @param count    how many things of this kind are folded into it
 */
public record FleetProblem(FleetProblemKind kind, String headline, String facts, @Nullable Instant since, String node,
        int count) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetProblem.class);

    /** Returns where it is, and what is known of it. */
    public String detail() {
        return Stream.of(count > 1 ? "" : node, facts).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /** Returns the same change, known to hang. */
    public FleetProblem asStuck() {
        return new FleetProblem(FleetProblemKind.CHANGE_STUCK, MESSAGES.text("stuck"), facts, since, node, count);
    }

    /** The kind of a problem, the most urgent first. */
    public enum FleetProblemKind {
        UNHEALTHY_GPU,
        TOO_HOT,
        NODE_UNREACHABLE,
        NODE_NOT_READY,
        NODE_FAULT,
        /** A planned change has lasted longer than it should. */
        CHANGE_STUCK,
        NOT_OFFERED,
        OVERCOMMITTED,
        PODS_WAITING,
        PODS_BROKEN,
        CORDONED,
        CHANGING;

        /** Returns whether GPUs or pods suffer from it, unlike from what somebody has begun on purpose. */
        public boolean isUrgent() {
            return this != CORDONED && this != CHANGING;
        }
    }
}
