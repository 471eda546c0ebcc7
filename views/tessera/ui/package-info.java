/** How a screen is kept current: snapshot and question in, state out, shown on the FX thread. */
@NullMarked
package tessera.ui;

import org.jspecify.annotations.NullMarked;
