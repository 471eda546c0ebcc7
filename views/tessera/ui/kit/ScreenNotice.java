package tessera.ui.kit;

import java.util.Optional;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * What a screen says instead of data it does not have.
 *
 * @param kind   decides the sign and the action
 * @param title  a few words
 * @param text   what is being waited for, or what can be done
 * @param words  the other side's own words; empty when there are none
 */
public record ScreenNotice(NoticeKind kind, String title, String text, String words) {

    /** Why there is no data. */
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

    /** Why nothing can be shown of a cluster; empty as soon as there is something to show. */
    public static Optional<ScreenNotice> of(Snapshot snapshot) {
        if (!snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case SessionConnection.ClosedConnection closed -> Optional.of(stopped(snapshot)
                    ? new ScreenNotice(NoticeKind.STOPPED, "Reading was stopped",
                            "Nothing is read until you try again.", "")
                    : new ScreenNotice(NoticeKind.EMPTY, "No cluster is open", "Choose a cluster at the top left.",
                            ""));
            case SessionConnection.ConnectingSession(var step, var since) ->
                Optional.of(new ScreenNotice(NoticeKind.LOADING, "Connecting", "Waiting for " + step + ".", ""));
            case SessionConnection.Unreachable(var why, var attempt, var next) -> Optional.of(failed(why));
            case SessionConnection.RefusedConnection(var why) -> Optional.of(failed(why));
            case SessionConnection.CredentialsExpired(var why) -> Optional.of(failed(why));
            case SessionConnection.LiveConnection live -> nodes(snapshot);
            case SessionConnection.ReconnectingSession lost -> nodes(snapshot);
            case SessionConnection.StaleConnection stale -> nodes(snapshot);
        };
    }

    /** Whether a cluster was asked for and is no longer wanted, as opposed to none having been asked for. */
    public static boolean stopped(Snapshot snapshot) {
        return snapshot.connection() instanceof SessionConnection.ClosedConnection && snapshot.number() > 0;
    }

    private static Optional<ScreenNotice> nodes(Snapshot snapshot) {
        return switch (snapshot.nodeHealth()) {
            case SourceHealth.Absent(var why) -> Optional.of(failed(why));
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

    /** That there are nodes, and none of them has an accelerator. */
    public static ScreenNotice withoutGpus(Snapshot snapshot) {
        return new ScreenNotice(NoticeKind.EMPTY, "No node has a GPU",
                "%s, none of which advertises an accelerator or carries a label that tells of one."
                        .formatted(NumberText.of(snapshot.nodes().size(), "node")),
                "");
    }

    /** The same with a further sentence of what can be done. */
    public ScreenNotice adding(String sentence) {
        return new ScreenNotice(kind, title, (text + " " + sentence).strip(), words);
    }

    public static ScreenNotice failed(Problem why) {
        var kind = why.kind() == Problem.ProblemKind.FORBIDDEN ? NoticeKind.FORBIDDEN : NoticeKind.FAILED;
        return new ScreenNotice(kind, why.headline(), why.remedy(), why.detail());
    }
}
