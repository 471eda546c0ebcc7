/** Which node could take a pod, why the others do not, and what would help: by the rules of the scheduler, from facts alone. */
@NullMarked
package tessera.scheduling;

import org.jspecify.annotations.NullMarked;
