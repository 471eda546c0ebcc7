package tessera.demo.store.objects;

import java.time.Duration;
import java.util.function.Consumer;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.StoreChange;
import tessera.demo.store.WatchSignal;

/** A forwarder of one resource's changes until its watch ends. */
record WatchForwarder(ObjectStore.WatchStart start, Consumer<StoreChange> follower) implements Runnable {

    private static final System.Logger LOG = System.getLogger(WatchForwarder.class.getName());
    private static final Duration LONG = Duration.ofDays(1);

    @Override
    public void run() {
        start.existing().objects()
                .forEach(object -> notifyFollower(new StoreChange(StoreChange.ChangeKind.ADDED, object, null)));
        try {
            while (true) {
                switch (start.watch().nextSignal(LONG)) {
                    case StoreChange change -> notifyFollower(change);
                    case WatchSignal.WatchTimeout _ -> {}
                    case WatchSignal.WatchExpired _,WatchSignal.WatchClosed _ -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes on a change; one that a follower cannot cope with must not cost it all others. */
    private void notifyFollower(StoreChange change) {
        try {
            follower.accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }
}
