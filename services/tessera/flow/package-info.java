/** Values that change, and how changes reach those who watch. Knows nothing of GPUs. */
@NullMarked
package tessera.flow;

import org.jspecify.annotations.NullMarked;
