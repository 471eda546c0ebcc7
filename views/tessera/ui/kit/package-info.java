/** Pieces that screens share. */
@NullMarked
package tessera.ui.kit;

import org.jspecify.annotations.NullMarked;
