/** A chart like the GPU operator's, for the simulated cluster. */
@NullMarked
package tessera.demo.chart;

import org.jspecify.annotations.NullMarked;
