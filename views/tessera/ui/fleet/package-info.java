/** The fleet screen: how the fleet is now, what is free, what is out, what needs attention. */
@NullMarked
package tessera.ui.fleet;

import org.jspecify.annotations.NullMarked;
