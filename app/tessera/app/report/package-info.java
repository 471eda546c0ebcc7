/** What the command line prints: a fleet and its pods as tables, JSON or CSV. */
@NullMarked
package tessera.app.report;

import org.jspecify.annotations.NullMarked;
