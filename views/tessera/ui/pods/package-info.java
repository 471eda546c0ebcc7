/** The pods screen: who waits for GPUs and why, and who uses them. */
@NullMarked
package tessera.ui.pods;

import org.jspecify.annotations.NullMarked;
