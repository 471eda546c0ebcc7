package tessera.demo.api.read;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import tessera.demo.api.request.SimulatedListQueryOptions;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedStoreWatchSignal;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** One watch of one client: initial events, changes, bookmarks and the end. */
final class SimulatedWatchSession {

    private static final Duration BOOKMARKS = Duration.ofMinutes(1);

    private final SimulatedEtcdStore.InitialListAndWatch start;
    private final SimulatedListObjectFilter selection;
    private final SimulatedListQueryOptions options;
    private final SimulatedWatchEventEncoder events;
    private final Duration timeout;
    private long lastVersion;

    SimulatedWatchSession(SimulatedEtcdStore.InitialListAndWatch start, SimulatedListObjectFilter selection,
            SimulatedListQueryOptions options, SimulatedWatchEventEncoder events, Duration timeout) {
        this.start = start;
        this.selection = selection;
        this.options = options;
        this.events = events;
        this.timeout = timeout;
        this.lastVersion = start.existing().version();
    }

    void run(OutputStream out) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long pause = events.scaleDuration(BOOKMARKS).toNanos();
        long bookmark = System.nanoTime() + pause;
        for (var object : start.existing().objects()) {
            if (selection.matches(object)) {
                send(out, events.changeEvent(SimulatedStoredObjectChange.WatchEventType.ADDED, object));
            }
        }
        if (options.initialEvents() && options.bookmarks()) {
            send(out, events.bookmarkEvent(lastVersion, true));
        }
        out.flush();
        while (true) {
            long now = System.nanoTime();
            if (now >= end) {
                return;
            }
            if (now >= bookmark) {
                bookmark = now + pause;
                if (!sendBookmark(out)) {
                    return;
                }
            }
            var patience = Duration.ofNanos(Math.min(end, bookmark) - now);
            if (!sendSignals(start.watch().nextSignal(patience), out)) {
                return;
            }
        }
    }

    /** Sends a signal and all queued behind it; returns false if the watch has ended. */
    private boolean sendSignals(SimulatedStoreWatchSignal first, OutputStream out)
            throws IOException, InterruptedException {
        var signal = first;
        while (signal instanceof SimulatedStoredObjectChange change) {
            sendChange(change, out);
            signal = start.watch().nextSignal(Duration.ZERO);
        }
        boolean over = switch (signal) {
            case SimulatedStoreWatchSignal.WatchExpiry expired -> {
                send(out, events.errorEvent(expired.message()));
                yield true;
            }
            case SimulatedStoreWatchSignal.WatchClosure _ -> true;
            case SimulatedStoreWatchSignal.WatchTimeout _,SimulatedStoredObjectChange _ -> false;
        };
        out.flush();
        return !over;
    }

    private void sendChange(SimulatedStoredObjectChange change, OutputStream out) throws IOException {
        if (change.resourceVersion() <= lastVersion) {
            return;
        }
        lastVersion = change.resourceVersion();
        var kind = selection.visibleKind(change);
        var before = change.before();
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED
                && change.kind() != SimulatedStoredObjectChange.WatchEventType.DELETED
                && before != null) {
            send(out, events.removalEvent(before, change.resourceVersion()));
        } else if (kind != null) {
            send(out, events.changeEvent(kind, change.object()));
        }
    }

    /** Sends a bookmark, after all changes up to its version; returns false if the watch has ended. */
    private boolean sendBookmark(OutputStream out) throws IOException, InterruptedException {
        if (!options.bookmarks()) {
            return true;
        }
        long version = Math.max(lastVersion, events.currentVersion());
        boolean goesOn = sendSignals(start.watch().nextSignal(Duration.ZERO), out);
        if (goesOn) {
            send(out, events.bookmarkEvent(version, false));
            out.flush();
        }
        return goesOn;
    }

    private static void send(OutputStream out, byte[] event) throws IOException {
        out.write(event);
        out.write('\n');
    }
}
