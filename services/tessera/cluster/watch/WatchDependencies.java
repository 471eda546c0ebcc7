package tessera.cluster.watch;

import java.time.Clock;
import java.util.random.RandomGenerator;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiTransport;
import tessera.flow.WakeSignal;
import tessera.model.Problem;

/**
 * What all collections of a session are followed with.
 *
 * @param sink     where changes go
 * @param wake     rings when the user wants no more waiting
 * @param overseer decides about what is not for one collection to decide
 */
public record WatchDependencies(ApiTransport wire, ChangeSink sink, RetryPolicy rhythm, Clock clock,
        RandomGenerator random, WakeSignal wake,
        Overseer overseer) {

    /** Takes changes. */
    @FunctionalInterface
    public interface ChangeSink {
        void accept(WatchChange change) throws InterruptedException;
    }

    /** Decides what becomes of a session. Called on the collections' threads. */
    public interface Overseer {

        /**
         * A collection may not be read. Returns whether to try again from time to time.
         *
         * @param held whether it is known from before
         */
        boolean denied(WatchedCollection source, Problem why, boolean held) throws InterruptedException;

        /** The credential is not accepted, not even after it was renewed. */
        void unauthenticated(Problem why);
    }
}
