package tessera.plan.journal;

import tessera.text.Reason;

/** The reason why the journal of changes cannot be used. */
sealed interface ChangeJournalProblem extends Reason {

    record JournalUnwritable() implements ChangeJournalProblem {}

    record JournalUnreadable() implements ChangeJournalProblem {}
}
