package tessera.demo.store.objects;

import java.time.Duration;
import java.util.function.Consumer;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedStoreWatchSignal;
import tessera.demo.store.StoredObjectChange;

/** A forwarder of one resource's changes until its watch ends. */
record StoreWatchForwarder(SimulatedEtcdStore.InitialListAndWatch start,
        Consumer<StoredObjectChange> follower) implements Runnable {

    private static final System.Logger LOG = System.getLogger(StoreWatchForwarder.class.getName());
    private static final Duration LONG = Duration.ofDays(1);

    @Override
    public void run() {
        start.existing().objects()
                .forEach(object -> notifyFollower(
                        new StoredObjectChange(StoredObjectChange.WatchEventType.ADDED, object, null)));
        try {
            while (true) {
                switch (start.watch().nextSignal(LONG)) {
                    case StoredObjectChange change -> notifyFollower(change);
                    case SimulatedStoreWatchSignal.WatchTimeout _ -> {}
                    case SimulatedStoreWatchSignal.WatchExpiry _,SimulatedStoreWatchSignal.WatchClosure _ -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes on a change; one that a follower cannot cope with must not cost it all others. */
    private void notifyFollower(StoredObjectChange change) {
        try {
            follower.accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }
}
