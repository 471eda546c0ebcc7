package tessera.demo.store;

/** A signal of a watch. */
public sealed interface SimulatedStoreWatchSignal
        permits StoredObjectChange, SimulatedStoreWatchSignal.WatchTimeout, SimulatedStoreWatchSignal.WatchExpired,
        SimulatedStoreWatchSignal.WatchClosed {

    /** Nothing happened within the patience of the caller. */
    record WatchTimeout() implements SimulatedStoreWatchSignal {}

    /** Changes were missed, because they are too old or came too fast; the watch is over and a new list is needed. */
    record WatchExpired(String message) implements SimulatedStoreWatchSignal {}

    /** The watch was closed, or the store was. */
    record WatchClosed() implements SimulatedStoreWatchSignal {}
}
