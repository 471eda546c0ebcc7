package tessera.cluster.watch;

import java.util.function.BiConsumer;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.model.Failure;
import tessera.model.Problem;

/**
 * Finds out whether a server serves dynamic resource allocation, and has its collections followed then. Where it does not,
 * that is asked again from time to time: an upgrade may bring it.
 *
 * @param follow begins to follow a collection at a path
 */
record DeviceFollowers(WatchDependencies with, BiConsumer<WatchedCollection, String> follow) implements Runnable {

    private static final System.Logger LOG = System.getLogger(DeviceFollowers.class.getName());

    @Override
    public void run() {
        try {
            int failures = 0;
            while (true) {
                long heard = with.wake().rings();
                try {
                    var api = DeviceApi.discover(with.wire());
                    tell(api);
                    if (!api.version().isEmpty()) {
                        return;
                    }
                    failures = 0;
                    with.wake().pause(with.rhythm().recheck(), heard);
                } catch (Failure failure) {
                    failed(failure.problem(), ++failures, heard);
                } catch (RuntimeException defect) {
                    LOG.log(System.Logger.Level.ERROR, "Dynamic resource allocation could not be asked for", defect);
                    with.wake().pause(with.rhythm().pause(++failures, with.random()), heard);
                }
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    private void failed(Problem problem, int failures, long heard) throws InterruptedException {
        var pause = with.rhythm().pause(failures, with.random());
        var now = with.clock().instant();
        for (var source : WatchedCollection.DEVICES) {
            with.sink().accept(new WatchChange.ContactLost(source, problem, now, failures, now.plus(pause)));
        }
        with.wake().pause(pause, heard);
    }

    private void tell(DeviceApi api) throws InterruptedException {
        with.sink().accept(new WatchChange.DevicesServed(
                api.version().isEmpty() ? "" : "resource.k8s.io/" + api.version(), api.server()));
        for (var source : WatchedCollection.DEVICES) {
            if (api.serves(source.kind())) {
                follow.accept(source, api.path(source.kind()));
            } else {
                with.sink().accept(new WatchChange.CollectionForbidden(source, Problem.of(Problem.ProblemKind.NOT_FOUND,
                        "The cluster does not serve %s".formatted(WatchSubject.words(source.kind())))));
            }
        }
    }
}
