/** The controllers of the simulated cluster: what makes it answer like one that runs. */
@NullMarked
package tessera.demo.control;

import org.jspecify.annotations.NullMarked;
