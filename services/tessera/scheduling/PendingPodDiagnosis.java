package tessera.scheduling;

/**
 * The reason why a pod is on no node, and its prospect.
 *
 * @param sentence for people, without a full stop
 */
public record PendingPodDiagnosis(PendingPodProspect prospect, String sentence) {

    /** The prospect of a pending pod if nobody intervenes. */
    public enum PendingPodProspect {
        /** A node takes it once others are gone. */
        LATER,
        /** No node takes it, however long it waits: it, or the cluster, has to be otherwise. */
        NEVER,
        /** That depends on who is not known here, or the scheduler has said nothing yet. */
        UNKNOWN
    }

    static PendingPodDiagnosis forLater(String sentence) {
        return new PendingPodDiagnosis(PendingPodProspect.LATER, sentence);
    }

    static PendingPodDiagnosis forNever(String sentence) {
        return new PendingPodDiagnosis(PendingPodProspect.NEVER, sentence);
    }

    static PendingPodDiagnosis forUnknown(String sentence) {
        return new PendingPodDiagnosis(PendingPodProspect.UNKNOWN, sentence);
    }
}
