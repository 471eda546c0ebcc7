package tessera.demo.store;

/** A signal of a watch. */
public sealed interface SimulatedStoreWatchSignal
        permits SimulatedStoredObjectChange, SimulatedStoreWatchSignal.WatchTimeout,
        SimulatedStoreWatchSignal.WatchExpiry, SimulatedStoreWatchSignal.WatchClosure {

    /** Nothing happened within the patience of the caller. */
    record WatchTimeout() implements SimulatedStoreWatchSignal {}

    /** Changes were missed, because they are too old or came too fast; the watch is over and a new list is needed. */
    record WatchExpiry(String message) implements SimulatedStoreWatchSignal {}

    /** The watch was closed, or the store was. */
    record WatchClosure() implements SimulatedStoreWatchSignal {}
}
