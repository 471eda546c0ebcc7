package tessera.cluster.watch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.fleet.Source;
import tessera.cluster.wire.Ask;
import tessera.model.Failure;

/** The collections of pods that may not be read. From time to time each is tried with the smallest of questions. */
final class ClosedDoors implements Runnable {

    private final Set<Source> closed = ConcurrentHashMap.newKeySet();
    private final Following with;
    private final Opened opened;

    /** Is told of a collection that may be read again. */
    @FunctionalInterface
    interface Opened {
        void opened(Source source) throws InterruptedException;
    }

    ClosedDoors(Following with, Opened opened) {
        this.with = with;
        this.opened = opened;
    }

    void add(Source source) {
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

    private boolean open(Source source) throws InterruptedException {
        var ask = Ask.get(Subject.podsPath(source.namespace()) + "?limit=1", "list pods")
                .within(with.rhythm().answer());
        try (var reply = with.wire().send(ask)) {
            return reply.ok();
        } catch (Failure _) {
            return false;
        }
    }
}
