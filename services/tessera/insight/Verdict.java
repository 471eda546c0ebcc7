package tessera.insight;

/**
 * Why a pod is on no node.
 *
 * @param sentence for people, without a full stop
 */
public record Verdict(Prospect prospect, String sentence) {

    /** What becomes of it if nobody does anything. */
    public enum Prospect {
        /** A node takes it once others are gone. */
        LATER,
        /** No node takes it, however long it waits: it, or the cluster, has to be otherwise. */
        NEVER,
        /** That depends on who is not known here, or the scheduler has said nothing yet. */
        UNKNOWN
    }

    static Verdict later(String sentence) {
        return new Verdict(Prospect.LATER, sentence);
    }

    static Verdict never(String sentence) {
        return new Verdict(Prospect.NEVER, sentence);
    }

    static Verdict unknown(String sentence) {
        return new Verdict(Prospect.UNKNOWN, sentence);
    }
}
