/** Label and field selectors, in the grammar and with the complaints of a real server. */
@NullMarked
package tessera.demo.store.select;

import org.jspecify.annotations.NullMarked;
