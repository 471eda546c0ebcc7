/**
 * Logs of containers: what is asked for, how it is followed without losing or repeating a line, and where a bounded part of
 * it is kept. Knows not how it is read.
 */
@NullMarked
package tessera.logs;

import org.jspecify.annotations.NullMarked;
