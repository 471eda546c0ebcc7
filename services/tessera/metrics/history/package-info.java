/** What devices did in the last hours: kept without a server, in memory and in files of our own. */
@NullMarked
package tessera.metrics.history;

import org.jspecify.annotations.NullMarked;
