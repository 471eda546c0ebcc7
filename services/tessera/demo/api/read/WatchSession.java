package tessera.demo.api.read;

import java.io.IOException;
import java.time.Duration;
import tessera.demo.api.request.ListOptions;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.StoreChange;
import tessera.demo.store.WatchSignal;
import tessera.demo.store.select.ObjectSelection;

/** One watch of one client: initial events, changes, bookmarks and the end. */
final class WatchSession {

    private static final Duration BOOKMARKS = Duration.ofMinutes(1);

    private final ObjectStore.WatchStart start;
    private final ObjectSelection selection;
    private final ListOptions options;
    private final EventStreamWriter events;
    private final Duration timeout;
    private long seen;

    WatchSession(ObjectStore.WatchStart start, ObjectSelection selection, ListOptions options, EventStreamWriter events,
            Duration timeout) {
        this.start = start;
        this.selection = selection;
        this.options = options;
        this.events = events;
        this.timeout = timeout;
        this.seen = start.existing().version();
    }

    void run(EventSink sink) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long pause = events.scaleDuration(BOOKMARKS).toNanos();
        long bookmark = System.nanoTime() + pause;
        for (var object : start.existing().objects()) {
            if (selection.matches(object)) {
                sink.send(events.changeEvent(StoreChange.ChangeKind.ADDED, object));
            }
        }
        if (options.initialEvents() && options.bookmarks()) {
            sink.send(events.bookmarkEvent(seen, true));
        }
        sink.flush();
        while (true) {
            long now = System.nanoTime();
            if (now >= end) {
                return;
            }
            if (now >= bookmark) {
                bookmark = now + pause;
                if (!sendBookmark(sink)) {
                    return;
                }
            }
            var patience = Duration.ofNanos(Math.min(end, bookmark) - now);
            if (!sendSignals(start.watch().nextSignal(patience), sink)) {
                return;
            }
        }
    }

    /** Sends a signal and all queued behind it; returns false if the watch has ended. */
    private boolean sendSignals(WatchSignal first, EventSink sink) throws IOException, InterruptedException {
        var signal = first;
        while (signal instanceof StoreChange change) {
            sendChange(change, sink);
            signal = start.watch().nextSignal(Duration.ZERO);
        }
        boolean over = switch (signal) {
            case WatchSignal.WatchExpired expired -> {
                sink.send(events.errorEvent(expired.message()));
                yield true;
            }
            case WatchSignal.WatchClosed _ -> true;
            case WatchSignal.WatchTimeout _,StoreChange _ -> false;
        };
        sink.flush();
        return !over;
    }

    private void sendChange(StoreChange change, EventSink sink) throws IOException {
        if (change.resourceVersion() <= seen) {
            return;
        }
        seen = change.resourceVersion();
        var kind = selection.visibleKind(change);
        var before = change.before();
        if (kind == StoreChange.ChangeKind.DELETED && change.kind() != StoreChange.ChangeKind.DELETED
                && before != null) {
            sink.send(events.removalEvent(before, change.resourceVersion()));
        } else if (kind != null) {
            sink.send(events.changeEvent(kind, change.object()));
        }
    }

    /** Sends a bookmark, after all changes up to its version; returns false if the watch has ended. */
    private boolean sendBookmark(EventSink sink) throws IOException, InterruptedException {
        if (!options.bookmarks()) {
            return true;
        }
        long version = Math.max(seen, events.currentVersion());
        boolean goesOn = sendSignals(start.watch().nextSignal(Duration.ZERO), sink);
        if (goesOn) {
            sink.send(events.bookmarkEvent(version, false));
            sink.flush();
        }
        return goesOn;
    }
}
