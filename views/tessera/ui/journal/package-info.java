/** What was changed from this machine. */
@NullMarked
package tessera.ui.journal;

import org.jspecify.annotations.NullMarked;
