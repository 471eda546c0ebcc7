package tessera.insight;

/**
 * Why a pod is on no node.
 *
 * @param sentence for people, without a full stop
 */
public record PendingDiagnosis(Prospect prospect, String sentence) {

    /** What becomes of it if nobody does anything. */
    public enum Prospect {
        /** A node takes it once others are gone. */
        LATER,
        /** No node takes it, however long it waits: it, or the cluster, has to be otherwise. */
        NEVER,
        /** That depends on who is not known here, or the scheduler has said nothing yet. */
        UNKNOWN
    }

    static PendingDiagnosis later(String sentence) {
        return new PendingDiagnosis(Prospect.LATER, sentence);
    }

    static PendingDiagnosis never(String sentence) {
        return new PendingDiagnosis(Prospect.NEVER, sentence);
    }

    static PendingDiagnosis unknown(String sentence) {
        return new PendingDiagnosis(Prospect.UNKNOWN, sentence);
    }
}
