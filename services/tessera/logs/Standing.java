package tessera.logs;

import tessera.model.Problem;

/** How it stands with the log of one container. */
public sealed interface Standing {

    /** Whether nothing more will come unless it is asked for again. */
    default boolean over() {
        return this instanceof Ended || this instanceof Refused;
    }

    /** It is being asked for. */
    record Opening() implements Standing {}

    /** Lines come as they are written. */
    record Reading() implements Standing {}

    /**
     * There is nothing to read yet.
     *
     * @param words why, in the cluster's own words
     */
    record Waiting(String words) implements Standing {}

    /** The way to it is lost; it is tried again. */
    record Cut(Problem why) implements Standing {}

    /**
     * All was read.
     *
     * @param words why there is no more, e.g. “ended with exit code 0”; empty where no more was asked for
     */
    record Ended(String words) implements Standing {}

    /** It is not to be had. */
    record Refused(Problem why) implements Standing {}
}
