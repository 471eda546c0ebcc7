/** What all controllers of the simulated cluster stand on: one thread, what it has seen, and how it writes. */
@NullMarked
package tessera.demo.control.loop;

import org.jspecify.annotations.NullMarked;
