package tessera.quota;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How it stands with one thing that a namespace or a queue may take: a row of what is shown of quotas. What is not known is
 * empty, never zero.
 *
 * @param owner   the namespace, or the ClusterQueue
 * @param source  the ResourceQuota, or the flavor; empty where nothing bounds it
 * @param key     as the quota has it; the resource where there is none
 * @param used    as the server counts it; of pods where no quota counts
 * @param hard    what may be taken
 * @param left    what may be taken beyond what is used
 * @param room    what nodes have for it; empty for what no device plugin offers, and where they may not be read
 * @param start   how much of it could be had now, whole or shared: by every quota that counts it, and on nodes
 * @param borrowed how much of what a queue uses is others'
 * @param scope   which pods are counted, in words; empty for all
 * @param remark  what there is to be said; may be empty
 */
public record QuotaLine(LineOwner of, String owner, String source, String key, String resource, OptionalLong used,
        OptionalLong hard, OptionalLong left, Optional<ResourceRoom> room, OptionalLong start, OptionalLong borrowed,
        LineStatus standing, String scope, String remark) {

    /** Whose line it is. */
    public enum LineOwner {
        NAMESPACE,
        QUEUE
    }

    /** How it stands. */
    public enum LineStatus {
        /** There is room. */
        OPEN("room"),
        /** Little is left. */
        NEARLY_FULL("nearly full"),
        /** Nothing is left. */
        FULL("full"),
        /** A queue that lets nothing in, whatever it has left. */
        CLOSED("lets nothing in"),
        /** A queue that lets in what no node of its flavor has: it waits for one then. */
        NOWHERE("no node for it"),
        /** More is used than is allowed: the limit came later. */
        EXCEEDED("over its limit"),
        /** The server has not counted against the limit that is wanted now. */
        BEHIND("counted late"),
        /** The server has not counted at all. */
        NOT_COUNTED("not counted"),
        /** It is written down and limits nothing. */
        LIMITS_NOTHING("limits nothing"),
        /** No quota counts it. */
        UNLIMITED("no quota"),
        /** Whether a quota counts it may not be seen. */
        UNKNOWN("not known");

        private final String words;

        LineStatus(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** How much of what may be taken is used, 0 to 1; empty where that is not known or means nothing. */
    public Optional<Double> share() {
        return hard.isPresent() && used.isPresent() && hard.getAsLong() > 0 && standing != LineStatus.LIMITS_NOTHING
                ? Optional.of(Math.min(1, (double) used.getAsLong() / hard.getAsLong()))
                : Optional.empty();
    }

    /**
     * How many of those that could be had now would be shares of devices: what whole ones do not suffice for. Empty where
     * {@link #start} is.
     */
    public OptionalLong startShares() {
        long whole = room.map(there -> there.free() - there.shares()).orElse(0L);
        return start.isEmpty() ? start : OptionalLong.of(Math.max(0, start.getAsLong() - whole));
    }

    /** Whether nodes have something for it that is not known. */
    public boolean roomUnknown() {
        return room.isEmpty() && standing != LineStatus.LIMITS_NOTHING && (key.equals(resource) ? !key.isEmpty()
                : new QuotaKey(key).counts() == QuotaKey.CountedUnit.DEVICES);
    }

    /** That it is not about all pods, in words; empty where it is. */
    public String counts() {
        return scope.isEmpty() ? "" : "counts only " + scope;
    }

    /** What tells it from all others. */
    public String id() {
        return of + "/" + owner + "/" + source + "/" + key;
    }
}
