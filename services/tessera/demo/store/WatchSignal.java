package tessera.demo.store;

/** A signal of a watch. */
public sealed interface WatchSignal
        permits StoreChange, WatchSignal.WatchTimeout, WatchSignal.WatchExpired, WatchSignal.WatchClosed {

    /** Nothing happened within the patience of the caller. */
    record WatchTimeout() implements WatchSignal {}

    /** Changes were missed, because they are too old or came too fast; the watch is over and a new list is needed. */
    record WatchExpired(String message) implements WatchSignal {}

    /** The watch was closed, or the store was. */
    record WatchClosed() implements WatchSignal {}
}
