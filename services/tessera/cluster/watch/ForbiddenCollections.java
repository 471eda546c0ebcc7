package tessera.cluster.watch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiRequest;
import tessera.model.Failure;

/** The collections of pods that may not be read. From time to time each is tried with the smallest of questions. */
final class ForbiddenCollections implements Runnable {

    private final Set<WatchedCollection> closed = ConcurrentHashMap.newKeySet();
    private final WatchDependencies with;
    private final ReopenedListener opened;

    /** Is told of a collection that may be read again. */
    @FunctionalInterface
    interface ReopenedListener {
        void opened(WatchedCollection source) throws InterruptedException;
    }

    ForbiddenCollections(WatchDependencies with, ReopenedListener opened) {
        this.with = with;
        this.opened = opened;
    }

    void add(WatchedCollection source) {
        closed.add(source);
    }

    /** None is waited for any more. */
    void clear() {
        closed.clear();
    }

    @Override
    public void run() {
        try {
            while (true) {
                with.wake().pause(with.rhythm().recheck(), with.wake().rings());
                for (var source : List.copyOf(closed)) {
                    if (open(source) && closed.remove(source)) {
                        opened.opened(source);
                    }
                }
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    private boolean open(WatchedCollection source) throws InterruptedException {
        var ask = ApiRequest.get(WatchSubject.podsPath(source.namespace()) + "?limit=1", "list pods")
                .within(with.rhythm().answer());
        try (var reply = with.wire().send(ask)) {
            return reply.ok();
        } catch (Failure _) {
            return false;
        }
    }
}
