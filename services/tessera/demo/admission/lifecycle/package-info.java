/** How objects begin, change, are bound, evicted and end: generations, what a write may touch, graceful deletion. */
@NullMarked
package tessera.demo.admission.lifecycle;

import org.jspecify.annotations.NullMarked;
