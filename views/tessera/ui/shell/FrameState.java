package tessera.ui.shell;

import java.util.Optional;
import tessera.model.Problem;
import tessera.ui.alerts.ActiveAlerts.Urgent;
import tessera.ui.kit.StatusGlyph;

/**
 * What the frame shows of the connection and of what was counted.
 *
 * @param counts    e.g. {@code GPU nodes 24 · GPUs 160 · GPU pods 171}
 * @param freshness how old what is shown is
 * @param notice    what has to be said above every screen; empty while all is well
 * @param urgent    how much somebody has to do something about
 */
record FrameState(ConnectionChip link, String counts, String freshness, Optional<Banner> notice, Urgent urgent) {

    /** What the frame shows when what it should show could not be computed. */
    static FrameState broken(Problem why) {
        return new FrameState(
                new ConnectionChip(StatusGlyph.BROKEN, "unknown", why.headline() + ".", ConnectionActions.RETRY, false),
                "", "",
                Optional.of(
                        new Banner(StatusGlyph.BROKEN, why.headline() + ". " + why.remedy(), why.detail(),
                                ConnectionActions.NONE)),
                Urgent.NONE);
    }

    /**
     * The state of the connection, in the top bar.
     *
     * @param words    e.g. {@code live}, {@code stale since 14:01:07}
     * @param detail   what is behind it, shown on demand
     * @param actions  what can be done about it
     * @param answered whether the cluster has answered, if only to refuse
     */
    record ConnectionChip(StatusGlyph sign, String words, String detail, ConnectionActions actions, boolean answered) {}

    /** What a user can do about the connection. */
    enum ConnectionActions {
        NONE,
        CANCEL,
        RETRY
    }

    /**
     * A sentence above every screen.
     *
     * @param words the server's own words; may be empty
     */
    record Banner(StatusGlyph sign, String sentence, String words, ConnectionActions actions) {}
}
