package tessera.demo.store.objects;

import java.time.Duration;
import java.util.function.Consumer;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedStoreWatchSignal;
import tessera.demo.store.SimulatedStoredObjectChange;

/** A forwarder of one resource's changes until its watch ends. */
record SimulatedStoreWatchForwarder(SimulatedEtcdStore.InitialListAndWatch start,
        Consumer<SimulatedStoredObjectChange> follower) implements Runnable {

    private static final System.Logger LOG = System.getLogger(SimulatedStoreWatchForwarder.class.getName());
    private static final Duration LONG = Duration.ofDays(1);

    @Override
    public void run() {
        start.existing().objects()
                .forEach(object -> notifyFollower(
                        new SimulatedStoredObjectChange(SimulatedStoredObjectChange.WatchEventType.ADDED, object,
                                null)));
        try {
            while (true) {
                switch (start.watch().nextSignal(LONG)) {
                    case SimulatedStoredObjectChange change -> notifyFollower(change);
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
    private void notifyFollower(SimulatedStoredObjectChange change) {
        try {
            follower.accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }
}
