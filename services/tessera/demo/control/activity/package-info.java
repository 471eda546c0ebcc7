/** What the people of the simulated cluster do in it: they submit work, open notebooks, and ask for more or less. */
@NullMarked
package tessera.demo.control.activity;

import org.jspecify.annotations.NullMarked;
