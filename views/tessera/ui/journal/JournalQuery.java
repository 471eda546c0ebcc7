package tessera.ui.journal;

import tessera.ui.kit.TableSort;

/** The query of the journal's screen. */
record JournalQuery(String filter, TableSort sort, JournalState journal) {}
