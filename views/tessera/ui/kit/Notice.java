package tessera.ui.kit;

import java.util.Optional;
import tessera.model.Connection;
import tessera.model.Problem;
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
public record Notice(Kind kind, String title, String text, String words) {

    /** Why there is no data. */
    public enum Kind {
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
    public static Optional<Notice> of(Snapshot snapshot) {
        if (!snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case Connection.Closed closed -> Optional.of(stopped(snapshot)
                    ? new Notice(Kind.STOPPED, "Reading was stopped", "Nothing is read until you try again.", "")
                    : new Notice(Kind.EMPTY, "No cluster is open", "Choose a cluster at the top left.", ""));
            case Connection.Connecting(var step, var since) ->
                Optional.of(new Notice(Kind.LOADING, "Connecting", "Waiting for " + step + ".", ""));
            case Connection.Unreachable(var why, var attempt, var next) -> Optional.of(failed(why));
            case Connection.Refused(var why) -> Optional.of(failed(why));
            case Connection.CredentialsExpired(var why) -> Optional.of(failed(why));
            case Connection.Live live -> nodes(snapshot);
            case Connection.Reconnecting lost -> nodes(snapshot);
            case Connection.Stale stale -> nodes(snapshot);
        };
    }

    /** Whether a cluster was asked for and is no longer wanted, as opposed to none having been asked for. */
    public static boolean stopped(Snapshot snapshot) {
        return snapshot.connection() instanceof Connection.Closed && snapshot.number() > 0;
    }

    private static Optional<Notice> nodes(Snapshot snapshot) {
        return switch (snapshot.nodeHealth()) {
            case SourceHealth.Absent(var why) -> Optional.of(failed(why));
            case SourceHealth.Loading loading ->
                Optional.of(new Notice(Kind.LOADING, "Reading the cluster", "Waiting for the first nodes.", ""));
            case SourceHealth.Live live ->
                Optional.of(new Notice(Kind.EMPTY, "The cluster has no nodes", "Nodes appear here as they join.", ""));
            case SourceHealth.Stale stale -> Optional
                    .of(new Notice(Kind.EMPTY, "The cluster had no nodes", "The connection to it is lost.", ""));
        };
    }

    /** That there are nodes, and none of them has an accelerator. */
    public static Notice withoutGpus(Snapshot snapshot) {
        return new Notice(Kind.EMPTY, "No node has a GPU",
                "%s, none of which advertises an accelerator or carries a label that tells of one."
                        .formatted(Numbers.of(snapshot.nodes().size(), "node")),
                "");
    }

    /** The same with a further sentence of what can be done. */
    public Notice adding(String sentence) {
        return new Notice(kind, title, (text + " " + sentence).strip(), words);
    }

    public static Notice failed(Problem why) {
        var kind = why.kind() == Problem.Kind.FORBIDDEN ? Kind.FORBIDDEN : Kind.FAILED;
        return new Notice(kind, why.headline(), why.remedy(), why.detail());
    }
}
