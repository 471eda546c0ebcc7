package tessera.logs;

import tessera.model.Problem;

/** The status of reading one container's log. */
public sealed interface ContainerLogReadStatus {

    /** Returns whether no more lines come unless the log is requested again. */
    default boolean isFinal() {
        return this instanceof EndedLogStatus || this instanceof RefusedLogStatus;
    }

    /** The log is being requested. */
    record RequestingLogStatus() implements ContainerLogReadStatus {}

    /** Lines are streamed as they are written. */
    record StreamingLogStatus() implements ContainerLogReadStatus {}

    /**
     * There is nothing to read yet.
     *
     * @param statusText why, in the cluster's own words
     */
    record WaitingLogStatus(String statusText) implements ContainerLogReadStatus {}

    /** The connection is lost; it is retried. */
    record InterruptedLogStatus(Problem problem) implements ContainerLogReadStatus {}

    /**
     * The whole log was read.
     *
     * @param statusText why there is no more, e.g. “ended with exit code 0”; empty where no more was asked for
     */
    record EndedLogStatus(String statusText) implements ContainerLogReadStatus {}

    /** The log is not available. */
    record RefusedLogStatus(Problem problem) implements ContainerLogReadStatus {}
}
