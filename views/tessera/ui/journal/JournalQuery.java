package tessera.ui.journal;

import tessera.ui.kit.TableSort;

/** What is asked of the journal. */
record JournalQuery(String filter, TableSort sort, JournalState noted) {}
