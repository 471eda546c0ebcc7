package tessera.ui.journal;

import tessera.ui.kit.Sort;

/** What is asked of the journal. */
record JournalQuery(String filter, Sort sort, Noted noted) {}
