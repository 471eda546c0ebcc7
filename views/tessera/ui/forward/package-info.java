/** Ports of pods that are reached on this machine: asked for, listed, stopped. */
@NullMarked
package tessera.ui.forward;

import org.jspecify.annotations.NullMarked;
