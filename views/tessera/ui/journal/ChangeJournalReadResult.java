package tessera.ui.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.plan.journal.JournaledPlanRun;

/**
 * Content of the journal.
 *
 * @param runs    oldest first
 * @param damaged how many of its lines cannot be read
 * @param problem why it cannot be read at all; null when it can
 * @param loaded    whether it was read yet
 */
record ChangeJournalReadResult(List<JournaledPlanRun> runs, int damaged, @Nullable Problem problem, boolean loaded) {

    static final ChangeJournalReadResult NOT_YET = new ChangeJournalReadResult(List.of(), 0, null, false);

    ChangeJournalReadResult {
        runs = List.copyOf(runs);
    }
}
