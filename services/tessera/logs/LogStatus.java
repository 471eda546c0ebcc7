package tessera.logs;

import tessera.model.Problem;

/** How it stands with the log of one container. */
public sealed interface LogStatus {

    /** Whether nothing more will come unless it is asked for again. */
    default boolean over() {
        return this instanceof LogEnded || this instanceof LogRefused;
    }

    /** It is being asked for. */
    record LogOpening() implements LogStatus {}

    /** Lines come as they are written. */
    record LogStreaming() implements LogStatus {}

    /**
     * There is nothing to read yet.
     *
     * @param words why, in the cluster's own words
     */
    record LogWaiting(String words) implements LogStatus {}

    /** The way to it is lost; it is tried again. */
    record LogInterrupted(Problem why) implements LogStatus {}

    /**
     * All was read.
     *
     * @param words why there is no more, e.g. “ended with exit code 0”; empty where no more was asked for
     */
    record LogEnded(String words) implements LogStatus {}

    /** It is not to be had. */
    record LogRefused(Problem why) implements LogStatus {}
}
