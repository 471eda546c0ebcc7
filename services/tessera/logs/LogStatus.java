package tessera.logs;

import tessera.model.Problem;

/** The status of reading one container's log. */
public sealed interface LogStatus {

    /** Returns whether no more lines come unless the log is requested again. */
    default boolean isFinal() {
        return this instanceof LogEnded || this instanceof LogRefused;
    }

    /** The log is being requested. */
    record LogOpening() implements LogStatus {}

    /** Lines are streamed as they are written. */
    record LogStreaming() implements LogStatus {}

    /**
     * There is nothing to read yet.
     *
     * @param statusText why, in the cluster's own words
     */
    record LogWaiting(String statusText) implements LogStatus {}

    /** The connection is lost; it is retried. */
    record LogInterrupted(Problem why) implements LogStatus {}

    /**
     * The whole log was read.
     *
     * @param statusText why there is no more, e.g. “ended with exit code 0”; empty where no more was asked for
     */
    record LogEnded(String statusText) implements LogStatus {}

    /** The log is not available. */
    record LogRefused(Problem why) implements LogStatus {}
}
