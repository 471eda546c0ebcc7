/** What goes on inside containers, as far as somebody can look in: what they write, and commands run in them. */
@NullMarked
package tessera.demo.control.container;

import org.jspecify.annotations.NullMarked;
