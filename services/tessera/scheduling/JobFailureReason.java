package tessera.scheduling;

import tessera.text.Reason;

/** The reason why a Job has failed and creates no more pods. */
sealed interface JobFailureReason extends Reason {

    record JobBackoffLimitExceeded(int limit) implements JobFailureReason {}

    record JobDeadlineExceeded(int seconds) implements JobFailureReason {}

    record JobPodFailurePolicyMatched() implements JobFailureReason {}

    record JobIndexesFailed() implements JobFailureReason {}

    /** Its controller has given it up for another reason. */
    record JobFailed() implements JobFailureReason {}
}
