package tessera.scheduling;

/**
 * The reason why a pod is on no node, and its prospect.
 *
 * @param sentence for people, without a full stop
 */
public record PendingDiagnosis(PendingPodProspect prospect, String sentence) {

    /** The prospect of a pending pod if nobody intervenes. */
    public enum PendingPodProspect {
        /** A node takes it once others are gone. */
        LATER,
        /** No node takes it, however long it waits: it, or the cluster, has to be otherwise. */
        NEVER,
        /** That depends on who is not known here, or the scheduler has said nothing yet. */
        UNKNOWN
    }

    static PendingDiagnosis forLater(String sentence) {
        return new PendingDiagnosis(PendingPodProspect.LATER, sentence);
    }

    static PendingDiagnosis forNever(String sentence) {
        return new PendingDiagnosis(PendingPodProspect.NEVER, sentence);
    }

    static PendingDiagnosis forUnknown(String sentence) {
        return new PendingDiagnosis(PendingPodProspect.UNKNOWN, sentence);
    }
}
