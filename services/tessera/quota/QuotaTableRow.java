package tessera.quota;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * A row of the quota table: the use and the limit of one resource for a namespace or a queue. What is not known is
 * empty, never zero.
 *
 * @param owner   the namespace, or the ClusterQueue
 * @param source  the ResourceQuota, or the flavor; empty where nothing bounds it
 * @param key     as the quota has it; the resource where there is none
 * @param used    as the server counts it; of pods where no quota counts
 * @param hard    what may be taken
 * @param left    what may be taken beyond what is used
 * @param nodeCapacity    what nodes have for it; empty for what no device plugin offers, and where they may not be read
 * @param startable   how much of it could be had now, whole or shared: by every quota that counts it, and on nodes
 * @param borrowed how much of what a queue uses is others'
 * @param fractions what pods hold beside that in parts of GPUs, where no quota counts
 * @param scope   which pods are counted, in words; empty for all
 * @param notes  what there is to be said; may be none
 */
public record QuotaTableRow(QuotaOwnerKind ownerKind, String owner, String source, String key, String resource,
        OptionalLong used, OptionalLong hard, OptionalLong left, Optional<NewPodResourceCapacity> nodeCapacity,
        OptionalLong startable, OptionalLong borrowed, HeldGpuFractions fractions, QuotaRowStatus status, String scope,
        List<? extends Reason> notes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaTableRow.class);

    /** The kind of owner that a row is about. */
    public enum QuotaOwnerKind {
        NAMESPACE,
        QUEUE
    }

    /** The status of a row. */
    public enum QuotaRowStatus {
        /** There is room. */
        OPEN("room", "status.room"),
        /** Little is left. */
        NEARLY_FULL("nearly-full", "status.nearly-full"),
        /** Nothing is left. */
        FULL("full", "status.full"),
        /** A queue that lets nothing in, whatever it has left. */
        CLOSED("lets-nothing-in", "status.closed"),
        /** A queue that lets in what no node of its flavor has: it waits for one then. */
        NOWHERE("no-node-for-it", "status.nowhere"),
        /** More is used than is allowed: the limit came later. */
        EXCEEDED("over-its-limit", "status.exceeded"),
        /** The server has not counted against the limit that is wanted now. */
        BEHIND("counted-late", "status.behind"),
        /** The server has not counted at all. */
        NOT_COUNTED("not-counted", "status.not-counted"),
        /** It is written down and limits nothing. */
        LIMITS_NOTHING("limits-nothing", "status.nothing"),
        /** No quota counts it. */
        UNLIMITED("no-quota", "status.unlimited"),
        /** Whether a quota counts it may not be seen. */
        UNKNOWN("not-known", "status.unknown");

        private final String code;
        private final String key;

        QuotaRowStatus(String code, String key) {
            this.code = code;
            this.key = key;
        }

        /** Returns the name in JSON. */
        public String code() {
            return code;
        }

        public String statusText() {
            return MESSAGES.text(key);
        }

        /** Returns the words by which a filter finds the status. */
        public List<String> searchTexts() {
            return MESSAGES.searchTexts(key);
        }
    }

    /** Returns the used share of the limit, 0 to 1; empty where it is not known or the limit has no effect. */
    public Optional<Double> usedShare() {
        if (hard.isPresent() && used.isPresent() && hard.getAsLong() > 0 && status != QuotaRowStatus.LIMITS_NOTHING) {
            return Optional.of(Math.min(1, (double) used.getAsLong() / hard.getAsLong()));
        }
        return Optional.empty();
    }

    /**
     * Returns how many of the startable units would be shares of GPUs because whole devices do not suffice. Empty where
     * {@link #startable} is.
     */
    public OptionalLong startableShares() {
        long whole = nodeCapacity.map(capacity -> capacity.free() - capacity.shares()).orElse(0L);
        return startable.isEmpty() ? startable : OptionalLong.of(Math.max(0, startable.getAsLong() - whole));
    }

    /** Returns whether the free capacity of nodes for this row is not known. */
    public boolean isRoomUnknown() {
        return nodeCapacity.isEmpty() && status != QuotaRowStatus.LIMITS_NOTHING
                && (key.equals(resource) ? !key.isEmpty()
                        : new QuotaKey(key).countedUnit() == QuotaKey.CountedUnit.DEVICES);
    }

    /** Returns the scope to which the count is restricted; empty where it covers all pods. */
    public String scopeText() {
        return scope.isEmpty() ? "" : MESSAGES.text("status.scope", scope);
    }

    /** Returns what there is to be said; may be empty. */
    public String note() {
        return notes.stream().map(Reason::text).collect(Collectors.joining(". "));
    }

    /** Returns the unique identifier of the row. */
    public String id() {
        return ownerKind + "/" + owner + "/" + source + "/" + key;
    }
}
