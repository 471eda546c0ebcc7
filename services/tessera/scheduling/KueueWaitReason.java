package tessera.scheduling;

import java.util.List;
import tessera.text.Reason;

/** The reason why work waits for its queue, as its Kueue Workload tells it. */
sealed interface KueueWaitReason extends Reason {

    /**
     * Quota that Kueue has not reserved for the workload.
     *
     * @param message the queue's message
     * @param checks  the admission checks for which the workload lost its quota
     */
    record QuotaNotReserved(String message, List<AdmissionCheckState> checks) implements KueueWaitReason {

        public QuotaNotReserved {
            checks = List.copyOf(checks);
        }
    }

    record WorkloadInactive() implements KueueWaitReason {}

    /**
     * A workload with reserved quota that Kueue has yet to admit.
     *
     * @param checks the admission checks that are not ready; empty where admission is about to follow
     */
    record AdmissionPending(List<AdmissionCheckState> checks) implements KueueWaitReason {

        public AdmissionPending {
            checks = List.copyOf(checks);
        }
    }

    /** The state of an admission check. */
    record AdmissionCheckState(String name, String state, String message) implements Reason {}
}
