package tessera.ui.nodes;

import java.time.Instant;
import tessera.ui.kit.TableSort;

/** Query of the nodes screen: filter, sort order, time. */
record NodesScreenInput(String filter, TableSort sort, Instant now) {}
