package tessera.demo.api.read;

import java.io.IOException;
import java.time.Duration;
import tessera.demo.api.request.ListOptions;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.StoreChange;
import tessera.demo.store.WatchSignal;
import tessera.demo.store.select.ObjectSelection;

/** One watch as one client sees it: what exists, what changes, bookmarks, and the end. */
final class WatchSession {

    private static final Duration BOOKMARKS = Duration.ofMinutes(1);

    private final ObjectStore.Start start;
    private final ObjectSelection selection;
    private final ListOptions options;
    private final EventStreamWriter events;
    private final Duration timeout;
    private long seen;

    WatchSession(ObjectStore.Start start, ObjectSelection selection, ListOptions options, EventStreamWriter events,
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
        long pause = events.pace(BOOKMARKS).toNanos();
        long bookmark = System.nanoTime() + pause;
        for (var object : start.existing().objects()) {
            if (selection.matches(object)) {
                sink.send(events.event(StoreChange.ChangeKind.ADDED, object));
            }
        }
        if (options.initialEvents() && options.bookmarks()) {
            sink.send(events.bookmark(seen, true));
        }
        sink.flush();
        while (true) {
            long now = System.nanoTime();
            if (now >= end) {
                return;
            }
            if (now >= bookmark) {
                bookmark = now + pause;
                if (!mark(sink)) {
                    return;
                }
            }
            var patience = Duration.ofNanos(Math.min(end, bookmark) - now);
            if (!tell(start.watch().next(patience), sink)) {
                return;
            }
        }
    }

    /** Tells a signal and all that wait behind it; false if it was the last. */
    private boolean tell(WatchSignal first, EventSink sink) throws IOException, InterruptedException {
        var signal = first;
        while (signal instanceof StoreChange change) {
            change(change, sink);
            signal = start.watch().next(Duration.ZERO);
        }
        boolean over = switch (signal) {
            case WatchSignal.WatchExpired expired -> {
                sink.send(events.error(expired.message()));
                yield true;
            }
            case WatchSignal.WatchClosed _ -> true;
            case WatchSignal.Quiet _,StoreChange _ -> false;
        };
        sink.flush();
        return !over;
    }

    private void change(StoreChange change, EventSink sink) throws IOException {
        if (change.version() <= seen) {
            return;
        }
        seen = change.version();
        var kind = selection.seen(change);
        var before = change.before();
        if (kind == StoreChange.ChangeKind.DELETED && change.kind() != StoreChange.ChangeKind.DELETED
                && before != null) {
            sink.send(events.left(before, change.version()));
        } else if (kind != null) {
            sink.send(events.event(kind, change.object()));
        }
    }

    /** What happened up to the version that is marked must have been told before. */
    private boolean mark(EventSink sink) throws IOException, InterruptedException {
        if (!options.bookmarks()) {
            return true;
        }
        long version = Math.max(seen, events.version());
        boolean goesOn = tell(start.watch().next(Duration.ZERO), sink);
        if (goesOn) {
            sink.send(events.bookmark(version, false));
            sink.flush();
        }
        return goesOn;
    }
}
