/** Objects as tables: what {@code kubectl get} prints. */
@NullMarked
package tessera.demo.api.table;

import org.jspecify.annotations.NullMarked;
