package tessera.ui.nodes;

import java.time.Instant;
import tessera.ui.kit.TableSort;

/** What is asked of the nodes screen. */
record NodesQuery(String filter, TableSort sort, Instant now) {}
