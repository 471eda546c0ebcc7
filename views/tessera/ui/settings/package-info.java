/** The screen of what the user settles. */
@NullMarked
package tessera.ui.settings;

import org.jspecify.annotations.NullMarked;
