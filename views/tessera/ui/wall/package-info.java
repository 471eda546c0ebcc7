/** The wall: a display across the room that turns from page to page and that nobody touches. */
@NullMarked
package tessera.ui.wall;

import org.jspecify.annotations.NullMarked;
