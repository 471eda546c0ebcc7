package tessera.logs;

import tessera.model.Problem;

/** The status of reading one container's log. */
public sealed interface ContainerLogReadStatus {

    /** Returns whether no more lines come unless the log is requested again. */
    default boolean isFinal() {
        return this instanceof LogEnded || this instanceof LogRefused;
    }

    /** The log is being requested. */
    record PendingLogRequest() implements ContainerLogReadStatus {}

    /** Lines are streamed as they are written. */
    record LogStreaming() implements ContainerLogReadStatus {}

    /**
     * There is nothing to read yet.
     *
     * @param statusText why, in the cluster's own words
     */
    record LogWaiting(String statusText) implements ContainerLogReadStatus {}

    /** The connection is lost; it is retried. */
    record LogInterrupted(Problem problem) implements ContainerLogReadStatus {}

    /**
     * The whole log was read.
     *
     * @param statusText why there is no more, e.g. “ended with exit code 0”; empty where no more was asked for
     */
    record LogEnded(String statusText) implements ContainerLogReadStatus {}

    /** The log is not available. */
    record LogRefused(Problem problem) implements ContainerLogReadStatus {}
}
