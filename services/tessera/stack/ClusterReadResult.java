package tessera.stack;

import java.util.Optional;
import tessera.model.Problem;

/**
 * The result of a reading, or the problem that prevented it.
 *
 * @param <T> what was asked for
 */
public sealed interface ClusterReadResult<T> {

    /** A result that was received. */
    record SuccessfulRead<T>(T value) implements ClusterReadResult<T> {}

    /** A result that could not be read, which does not mean that there is nothing. */
    record FailedRead<T>(Problem reason) implements ClusterReadResult<T> {}

    /** Returns the result; empty where there is none. */
    default Optional<T> result() {
        if (this instanceof SuccessfulRead<T>(var value)) {
            return Optional.of(value);
        }
        return Optional.empty();
    }

    /** Returns the problem; empty where there is a result. */
    default Optional<Problem> problem() {
        if (this instanceof FailedRead<T>(var problem)) {
            return Optional.of(problem);
        }
        return Optional.empty();
    }
}
