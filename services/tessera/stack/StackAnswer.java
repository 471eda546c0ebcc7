package tessera.stack;

import java.util.Optional;
import tessera.model.Problem;

/**
 * An answer of the cluster, or why there is none.
 *
 * @param <T> what was asked for
 */
public sealed interface StackAnswer<T> {

    /** It was told. */
    record AnswerHere<T>(T value) implements StackAnswer<T> {}

    /** It could not be had; that is not to be taken for nothing. */
    record Withheld<T>(Problem why) implements StackAnswer<T> {}

    /** The answer; empty where there is none. */
    default Optional<T> found() {
        return this instanceof AnswerHere<T>(var value) ? Optional.of(value) : Optional.empty();
    }

    /** Why there is no answer; empty where there is one. */
    default Optional<Problem> missing() {
        return this instanceof Withheld<T>(var why) ? Optional.of(why) : Optional.empty();
    }
}
