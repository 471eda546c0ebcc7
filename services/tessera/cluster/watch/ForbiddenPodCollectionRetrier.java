package tessera.cluster.watch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiRequest;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The pod collections that may not be read. From time to time each is tried with the smallest of questions. */
final class ForbiddenPodCollectionRetrier implements Runnable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ForbiddenPodCollectionRetrier.class);

    private final Set<WatchedCollection> closed = ConcurrentHashMap.newKeySet();
    private final WatchSharedDependencies sharedServices;
    private final ReopenedCollectionListener opened;

    /** Listener for collections that may be read again. */
    @FunctionalInterface
    interface ReopenedCollectionListener {
        void onReopened(WatchedCollection source) throws InterruptedException;
    }

    ForbiddenPodCollectionRetrier(WatchSharedDependencies sharedServices, ReopenedCollectionListener opened) {
        this.sharedServices = sharedServices;
        this.opened = opened;
    }

    void add(WatchedCollection source) {
        closed.add(source);
    }

    /** Removes all collections, so that none is retried. */
    void clear() {
        closed.clear();
    }

    @Override
    public void run() {
        try {
            while (true) {
                sharedServices.wakeSignal().pause(sharedServices.retryPolicy().recheck(),
                        sharedServices.wakeSignal().ringCount());
                for (var source : List.copyOf(closed)) {
                    if (canRead(source) && closed.remove(source)) {
                        opened.onReopened(source);
                    }
                }
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    private boolean canRead(WatchedCollection source) throws InterruptedException {
        var request = ApiRequest
                .get(WatchableCollection.podsPath(source.namespace()) + "?limit=1",
                        MESSAGES.text("list", WatchableCollection.collectionLabel(source.kind())))
                .withTimeout(sharedServices.retryPolicy().answerTimeout());
        try (var reply = sharedServices.transport().send(request)) {
            return reply.isSuccess();
        } catch (ProblemException _) {
            return false;
        }
    }
}
