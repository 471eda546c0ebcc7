package tessera.cluster.watch;

import java.time.Clock;
import java.util.random.RandomGenerator;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiTransport;
import tessera.flow.ThreadWakeSignal;
import tessera.model.Problem;

/**
 * The collaborators that all watches of a session share.
 *
 * @param sink     where changes go
 * @param wakeSignal     rings when the user wants no more waiting
 * @param supervisor decides about what is not for one collection to decide
 */
public record WatchSharedDependencies(ApiTransport transport, WatchChangeConsumer sink, WatchRequestTimings retryPolicy,
        Clock clock, RandomGenerator random, ThreadWakeSignal wakeSignal, SessionFailurePolicy supervisor) {

    /** Receiver of changes. */
    @FunctionalInterface
    public interface WatchChangeConsumer {
        void accept(WatchChange change) throws InterruptedException;
    }

    /** Decisions about failures that concern the whole session. Called on the collections' threads. */
    public interface SessionFailurePolicy {

        /**
         * Called when a collection may not be read. Returns whether to try again from time to time.
         *
         * @param held whether it is known from before
         */
        boolean onDenied(WatchedCollection source, Problem problem, boolean held) throws InterruptedException;

        /** Called when the credential is not accepted, even after it was renewed. */
        void onUnauthenticated(Problem problem);
    }
}
