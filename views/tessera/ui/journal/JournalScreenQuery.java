package tessera.ui.journal;

import tessera.ui.kit.TableSort;

/** The query of the journal's screen. */
record JournalScreenQuery(String filter, TableSort sort, ChangeJournalReadState journal) {}
