package tessera.scheduling;

/** The reason why a pod is on no node, and its prospect. */
public record PendingDiagnosis(PendingPodProspect prospect, PendingReason reason) {

    /** The prospect of a pending pod if nobody intervenes. */
    public enum PendingPodProspect {
        /** A node takes it once others are gone. */
        LATER,
        /** No node takes it, however long it waits: it, or the cluster, has to be otherwise. */
        NEVER,
        /** That depends on who is not known here, or the scheduler has said nothing yet. */
        UNKNOWN
    }

    static PendingDiagnosis forLater(PendingReason reason) {
        return new PendingDiagnosis(PendingPodProspect.LATER, reason);
    }

    static PendingDiagnosis forNever(PendingReason reason) {
        return new PendingDiagnosis(PendingPodProspect.NEVER, reason);
    }

    static PendingDiagnosis forUnknown(PendingReason reason) {
        return new PendingDiagnosis(PendingPodProspect.UNKNOWN, reason);
    }
}
