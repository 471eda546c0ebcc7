package tessera.quota;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** The reason for which a Kueue queue admits a request or does not. */
sealed interface QueueAdmissionReason extends Reason {

    record LocalQueueHidden(String namespace, String queue) implements QueueAdmissionReason {}

    record LocalQueueUnknown(String namespace, String queue, Reason problem) implements QueueAdmissionReason {}

    /**
     * A Kueue LocalQueue that the namespace does not have.
     *
     * @param others the LocalQueues that the namespace has
     */
    record LocalQueueMissing(String namespace, String queue, List<String> others) implements QueueAdmissionReason {}

    record LocalQueueStopped(String queue, String namespace, String reason) implements QueueAdmissionReason {}

    record ClusterQueueStopped(String queue, String reason) implements QueueAdmissionReason {}

    record ClusterQueueLacksResource(String queue, String resource) implements QueueAdmissionReason {}

    record ClusterQueueQuotaUnknown(String queue, String resource) implements QueueAdmissionReason {}

    record QueueCapacityUnknown(Reason problem) implements QueueAdmissionReason {}

    /**
     * The quota that is left in a Kueue ClusterQueue.
     *
     * @param left empty where it is not known
     */
    record ClusterQueueHeadroom(String queue, String left, String nominal, long lent,
            Optional<QuotaRowNote> borrowing) implements QueueAdmissionReason {}

    /**
     * A request beyond what queues have left.
     *
     * @param headroom the quota left in each flavor
     * @param preempts whether the queue may end work of lower priority for it
     */
    record RequestExceedsQueue(String headroom, long requested, String resource,
            boolean preempts) implements QueueAdmissionReason {}

    /**
     * The quota to raise.
     *
     * @param to       the nominal quota that would do; empty where it is not known
     * @param occupied whether work uses the queue
     */
    record NominalQuotaTooLow(String queue, String resource, String from, String to, String cohort,
            boolean occupied) implements QueueAdmissionReason {}
}
