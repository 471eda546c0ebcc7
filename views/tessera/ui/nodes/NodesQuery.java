package tessera.ui.nodes;

import java.time.Instant;
import tessera.ui.kit.Sort;

/** What is asked of the nodes screen. */
record NodesQuery(String filter, Sort sort, Instant now) {}
