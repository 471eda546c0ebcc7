/** Metrics of the program itself, served on this machine. */
@NullMarked
package tessera.app.selfmetrics;

import org.jspecify.annotations.NullMarked;
