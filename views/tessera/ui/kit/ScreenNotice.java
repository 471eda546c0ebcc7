package tessera.ui.kit;

import java.util.Optional;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * Message of a screen in place of data that it does not have.
 *
 * @param kind   decides the sign and the action
 * @param title  a few words
 * @param text   what is being waited for, or what can be done
 * @param message  the other side's own words; empty when there are none
 */
public record ScreenNotice(NoticeKind kind, String title, String text, String message) {

    /** The reason why there is no data. */
    public enum NoticeKind {
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
    public static Optional<ScreenNotice> forSnapshot(Snapshot snapshot) {
        if (!snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case SessionConnection.ClosedConnection closed -> Optional.of(isStopped(snapshot)
                    ? new ScreenNotice(NoticeKind.STOPPED, "Reading was stopped",
                            "Nothing is read until you try again.", "")
                    : new ScreenNotice(NoticeKind.EMPTY, "No cluster is open", "Choose a cluster at the top left.",
                            ""));
            case SessionConnection.ConnectingSession(var step, var since) ->
                Optional.of(new ScreenNotice(NoticeKind.LOADING, "Connecting", "Waiting for " + step + ".", ""));
            case SessionConnection.Unreachable(var problem, var attempt, var next) -> Optional.of(ofProblem(problem));
            case SessionConnection.RefusedConnection(var problem) -> Optional.of(ofProblem(problem));
            case SessionConnection.CredentialsExpired(var problem) -> Optional.of(ofProblem(problem));
            case SessionConnection.LiveConnection live -> nodesNotice(snapshot);
            case SessionConnection.ReconnectingSession lost -> nodesNotice(snapshot);
            case SessionConnection.StaleConnection stale -> nodesNotice(snapshot);
        };
    }

    /** Returns whether connecting to a cluster was stopped, as opposed to never begun. */
    public static boolean isStopped(Snapshot snapshot) {
        return snapshot.connection() instanceof SessionConnection.ClosedConnection && snapshot.number() > 0;
    }

    private static Optional<ScreenNotice> nodesNotice(Snapshot snapshot) {
        return switch (snapshot.nodeHealth()) {
            case SourceHealth.UnavailableSource(var problem) -> Optional.of(ofProblem(problem));
            case SourceHealth.LoadingSource loading ->
                Optional.of(new ScreenNotice(NoticeKind.LOADING, "Reading the cluster", "Waiting for the first nodes.",
                        ""));
            case SourceHealth.LiveSource live ->
                Optional.of(new ScreenNotice(NoticeKind.EMPTY, "The cluster has no nodes",
                        "Nodes appear here as they join.", ""));
            case SourceHealth.StaleSource stale -> Optional
                    .of(new ScreenNotice(NoticeKind.EMPTY, "The cluster had no nodes", "The connection to it is lost.",
                            ""));
        };
    }

    /** Returns the notice that no node has an accelerator. */
    public static ScreenNotice withoutGpus(Snapshot snapshot) {
        return new ScreenNotice(NoticeKind.EMPTY, "No node has a GPU",
                "%s, none of which advertises an accelerator or carries a label that tells of one."
                        .formatted(NumberText.withNoun(snapshot.nodes().size(), "node")),
                "");
    }

    /** Returns the same notice with a further sentence on what to do. */
    public ScreenNotice withSentence(String sentence) {
        return new ScreenNotice(kind, title, (text + " " + sentence).strip(), message);
    }

    public static ScreenNotice ofProblem(Problem problem) {
        var kind = problem.kind() == Problem.ProblemKind.FORBIDDEN ? NoticeKind.FORBIDDEN : NoticeKind.FAILED;
        return new ScreenNotice(kind, problem.headline(), problem.remedy(), problem.detail());
    }
}
