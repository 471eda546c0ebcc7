/** Troubles of the GPU stack to train on, which a simulated cluster can begin with. */
@NullMarked
package tessera.demo.scenario;

import org.jspecify.annotations.NullMarked;
