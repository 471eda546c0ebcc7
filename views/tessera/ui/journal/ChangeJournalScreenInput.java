package tessera.ui.journal;

import tessera.ui.kit.TableSort;

/** The query of the journal's screen. */
record ChangeJournalScreenInput(String filter, TableSort sort, ChangeJournalReadResult journal) {}
