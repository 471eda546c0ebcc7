package tessera.cluster.watch;

import java.util.function.BiConsumer;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.model.Problem;
import tessera.model.ProblemException;

/**
 * Starter of the dynamic resource allocation watches, once the server serves that API. Where it does not,
 * that is asked again from time to time: an upgrade may bring it.
 *
 * @param follow begins to follow a collection at a path
 */
record DraWatchStarter(WatchSharedDependencies dependencies,
        BiConsumer<WatchedCollection, String> follow) implements Runnable {

    private static final System.Logger LOG = System.getLogger(DraWatchStarter.class.getName());

    @Override
    public void run() {
        try {
            int failures = 0;
            while (true) {
                long heard = dependencies.wakeSignal().ringCount();
                try {
                    var api = ServedDraApi.discover(dependencies.transport());
                    applyDiscovery(api);
                    if (!api.version().isEmpty()) {
                        return;
                    }
                    failures = 0;
                    dependencies.wakeSignal().pause(dependencies.retryPolicy().recheck(), heard);
                } catch (ProblemException problemException) {
                    publishFailure(problemException.problem(), ++failures, heard);
                } catch (RuntimeException defect) {
                    LOG.log(System.Logger.Level.ERROR, "Dynamic resource allocation could not be asked for", defect);
                    dependencies.wakeSignal()
                            .pause(dependencies.retryPolicy().pauseBefore(++failures, dependencies.random()), heard);
                }
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    private void publishFailure(Problem problem, int failures, long heard) throws InterruptedException {
        var pause = dependencies.retryPolicy().pauseBefore(failures, dependencies.random());
        var now = dependencies.clock().instant();
        for (var source : WatchedCollection.DEVICES) {
            dependencies.sink()
                    .accept(new WatchChange.CollectionContactLoss(source, problem, now, failures, now.plus(pause)));
        }
        dependencies.wakeSignal().pause(pause, heard);
    }

    private void applyDiscovery(ServedDraApi api) throws InterruptedException {
        dependencies.sink().accept(new WatchChange.DraVersionChange(
                api.version().isEmpty() ? "" : "resource.k8s.io/" + api.version(), api.server()));
        for (var source : WatchedCollection.DEVICES) {
            if (api.serves(source.kind())) {
                follow.accept(source, api.collectionPath(source.kind()));
            } else {
                dependencies.sink().accept(new WatchChange.CollectionAccessDenial(source, Problem.of(
                        Problem.OperationProblemKind.NOT_FOUND,
                        "The cluster does not serve %s"
                                .formatted(WatchableCollection.collectionLabel(source.kind())))));
            }
        }
    }
}
