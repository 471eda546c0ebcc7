/** The product's own picture: every GPU of the fleet a tile, every part of a GPU a piece of its tile. */
@NullMarked
package tessera.ui.heatmap;

import org.jspecify.annotations.NullMarked;
