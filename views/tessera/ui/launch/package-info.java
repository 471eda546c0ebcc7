/** Launching workloads from templates: what is left open, the manifest that comes of it, and what is wrong with it. */
@NullMarked
package tessera.ui.launch;

import org.jspecify.annotations.NullMarked;
