/** Files of this machine: those of the program itself, which nobody else may read, and those of others, which may be anything. */
@NullMarked
package tessera.file;

import org.jspecify.annotations.NullMarked;
