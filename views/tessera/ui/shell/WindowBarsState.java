package tessera.ui.shell;

import java.util.Optional;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;
import tessera.ui.kit.StatusGlyph;

/**
 * State of the frame: connection and counts.
 *
 * @param counts    e.g. {@code GPU nodes 24 · GPUs 160 · GPU pods 171}
 * @param freshness how old what is shown is
 * @param notice    what has to be said above every screen; empty while all is well
 * @param urgent    how much somebody has to do something about
 */
record WindowBarsState(ConnectionChipState chipState, String counts, String freshness,
        Optional<WindowBannerText> notice, UrgentProblemCount urgent) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WindowBarsState.class);

    /** Returns the state for a frame whose state could not be computed. */
    static WindowBarsState broken(Problem problem) {
        return new WindowBarsState(
                new ConnectionChipState(StatusGlyph.BROKEN, MESSAGES.text("status.unknown"),
                        SentenceJoiner.withFullStop(problem.headline()), OfferedConnectionAction.RETRY, false),
                "", "",
                Optional.of(new WindowBannerText(StatusGlyph.BROKEN,
                        SentenceJoiner.joinSentences(problem.headline(), problem.remedy()), problem.detail(),
                        OfferedConnectionAction.NONE)),
                UrgentProblemCount.NONE);
    }

    /**
     * The state of the connection, in the top bar.
     *
     * @param text    e.g. {@code live}, {@code stale since 14:01:07}
     * @param detail   what is behind it, shown on demand
     * @param actions  what can be done about it
     * @param answered whether the cluster has answered, if only to refuse
     */
    record ConnectionChipState(StatusGlyph glyph, String text, String detail, OfferedConnectionAction actions,
            boolean answered) {}

    /** Actions on the connection that the user can take. */
    enum OfferedConnectionAction {
        NONE,
        CANCEL,
        RETRY
    }

    /**
     * A sentence above every screen.
     *
     * @param detail the server's own words; may be empty
     */
    record WindowBannerText(StatusGlyph glyph, String sentence, String detail, OfferedConnectionAction actions) {}
}
