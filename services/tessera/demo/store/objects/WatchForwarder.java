package tessera.demo.store.objects;

import java.time.Duration;
import java.util.function.Consumer;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.StoreChange;
import tessera.demo.store.WatchSignal;

/** Hands the changes of one resource on until its watch ends. */
record WatchForwarder(ObjectStore.Start start, Consumer<StoreChange> follower) implements Runnable {

    private static final System.Logger LOG = System.getLogger(WatchForwarder.class.getName());
    private static final Duration LONG = Duration.ofDays(1);

    @Override
    public void run() {
        start.existing().objects().forEach(object -> tell(new StoreChange(StoreChange.ChangeKind.ADDED, object, null)));
        try {
            while (true) {
                switch (start.watch().next(LONG)) {
                    case StoreChange change -> tell(change);
                    case WatchSignal.Quiet _ -> {}
                    case WatchSignal.WatchExpired _,WatchSignal.WatchClosed _ -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One change that a follower cannot cope with must not cost it all others. */
    private void tell(StoreChange change) {
        try {
            follower.accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }
}
