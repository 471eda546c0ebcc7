package tessera.cluster.watch;

import java.time.Clock;
import java.util.random.RandomGenerator;
import tessera.cluster.fleet.Change;
import tessera.cluster.fleet.Source;
import tessera.cluster.wire.Wire;
import tessera.flow.Wake;
import tessera.model.Problem;

/**
 * What all collections of a session are followed with.
 *
 * @param sink     where changes go
 * @param wake     rings when the user wants no more waiting
 * @param overseer decides about what is not for one collection to decide
 */
public record Following(Wire wire, Sink sink, Rhythm rhythm, Clock clock, RandomGenerator random, Wake wake,
        Overseer overseer) {

    /** Takes changes. */
    @FunctionalInterface
    public interface Sink {
        void accept(Change change) throws InterruptedException;
    }

    /** Decides what becomes of a session. Called on the collections' threads. */
    public interface Overseer {

        /** A collection may not be read. Returns whether to try again from time to time. */
        boolean denied(Source source, Problem why) throws InterruptedException;

        /** The credential is not accepted, not even after it was renewed. */
        void unauthenticated(Problem why);
    }
}
