/** Files between this machine and containers, as archives over commands: bounded in memory, and nothing outside of where they go. */
@NullMarked
package tessera.filecopy;

import org.jspecify.annotations.NullMarked;
