package tessera.demo.store;

/** What a watch has to tell. */
public sealed interface WatchSignal
        permits StoreChange, WatchSignal.Quiet, WatchSignal.WatchExpired, WatchSignal.WatchClosed {

    /** Nothing happened for as long as one was willing to wait. */
    record Quiet() implements WatchSignal {}

    /** Changes were missed, because they are too long ago or came too fast; the watch is over, begin with a new list. */
    record WatchExpired(String message) implements WatchSignal {}

    /** The watch was closed, or the store was. */
    record WatchClosed() implements WatchSignal {}
}
