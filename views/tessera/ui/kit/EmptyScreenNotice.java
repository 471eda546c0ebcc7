package tessera.ui.kit;

import java.util.Optional;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;

/**
 * Message of a screen in place of data that it does not have.
 *
 * @param kind   decides the sign and the action
 * @param title  a few words
 * @param text   what is being waited for, or what can be done
 * @param message  the other side's own words; empty when there are none
 */
public record EmptyScreenNotice(NoDataReason kind, String title, String text, String message) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EmptyScreenNotice.class);

    /** The reason why there is no data. */
    public enum NoDataReason {
        /** It is on its way. */
        LOADING,
        /** There is none. */
        EMPTY,
        /** The user no longer wanted it. */
        STOPPED,
        /** It could not be had. */
        FAILED,
        /** The user may not have it. */
        FORBIDDEN
    }

    /** Returns the reason why nothing can be shown of a cluster; empty as soon as there is data. */
    public static Optional<EmptyScreenNotice> forSnapshot(ClusterSnapshot clusterSnapshot) {
        if (!clusterSnapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.NoConnection closed -> Optional.of(isStopped(clusterSnapshot)
                    ? new EmptyScreenNotice(NoDataReason.STOPPED, MESSAGES.text("notice.stopped"),
                            MESSAGES.text("notice.stoppedWhy"), "")
                    : new EmptyScreenNotice(NoDataReason.EMPTY, MESSAGES.text("notice.noCluster"),
                            MESSAGES.text("notice.noClusterWhy"), ""));
            case SessionConnectionStatus.PendingConnection(var step, var since) ->
                Optional.of(new EmptyScreenNotice(NoDataReason.LOADING, MESSAGES.text("notice.connecting"),
                        MESSAGES.text("notice.connectingWhy", step), ""));
            case SessionConnectionStatus.UnreachableCluster(var problem, var attempt, var next) ->
                Optional.of(ofProblem(problem));
            case SessionConnectionStatus.RefusedConnection(var problem) -> Optional.of(ofProblem(problem));
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) -> Optional.of(ofProblem(problem));
            case SessionConnectionStatus.LiveConnection live -> nodesNotice(clusterSnapshot);
            case SessionConnectionStatus.InterruptedConnection reconnecting -> nodesNotice(clusterSnapshot);
            case SessionConnectionStatus.StaleConnection stale -> nodesNotice(clusterSnapshot);
        };
    }

    /** Returns whether connecting to a cluster was stopped, as opposed to never begun. */
    public static boolean isStopped(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.connection() instanceof SessionConnectionStatus.NoConnection
                && clusterSnapshot.number() > 0;
    }

    private static Optional<EmptyScreenNotice> nodesNotice(ClusterSnapshot clusterSnapshot) {
        return switch (clusterSnapshot.nodeHealth()) {
            case SnapshotCollectionHealth.UnavailableCollection(var problem) -> Optional.of(ofProblem(problem));
            case SnapshotCollectionHealth.LoadingCollection loading ->
                Optional.of(new EmptyScreenNotice(NoDataReason.LOADING, MESSAGES.text("notice.loading"),
                        MESSAGES.text("notice.loadingWhy"), ""));
            case SnapshotCollectionHealth.LiveCollection live -> Optional.of(new EmptyScreenNotice(NoDataReason.EMPTY,
                    MESSAGES.text("notice.noNodes"), MESSAGES.text("notice.noNodesWhy"), ""));
            case SnapshotCollectionHealth.StaleCollection stale -> Optional.of(new EmptyScreenNotice(NoDataReason.EMPTY,
                    MESSAGES.text("notice.hadNoNodes"), MESSAGES.text("notice.hadNoNodesWhy"), ""));
        };
    }

    /** Returns the reason why nothing can be shown of the GPUs of a cluster, also where no node has one. */
    public static Optional<EmptyScreenNotice> forFleet(GpuFleet fleet) {
        return forSnapshot(fleet.snapshot())
                .or(() -> fleet.nodes().isEmpty() ? Optional.of(withoutGpus(fleet.snapshot())) : Optional.empty());
    }

    /** Returns the notice that no node has an accelerator. */
    public static EmptyScreenNotice withoutGpus(ClusterSnapshot clusterSnapshot) {
        return new EmptyScreenNotice(NoDataReason.EMPTY, MESSAGES.text("notice.noGpus"),
                MESSAGES.text("notice.noGpusWhy", clusterSnapshot.nodes().size()), "");
    }

    /** Returns the same notice with a further sentence on what to do. */
    public EmptyScreenNotice withSentence(String sentence) {
        return new EmptyScreenNotice(kind, title, (text + " " + sentence).strip(), message);
    }

    public static EmptyScreenNotice ofProblem(Problem problem) {
        var kind = problem.kind() == Problem.OperationProblemKind.FORBIDDEN ? NoDataReason.FORBIDDEN
                : NoDataReason.FAILED;
        return new EmptyScreenNotice(kind, problem.headline(), problem.remedy(), problem.detail());
    }
}
