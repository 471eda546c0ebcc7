/** How objects come, change and go: the one way into the store for clients on the wire and controllers alike. */
@NullMarked
package tessera.demo.store.objects;

import org.jspecify.annotations.NullMarked;
