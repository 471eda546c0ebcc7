/** The part of the Common Expression Language that rules of custom resources are usually written in. */
@NullMarked
package tessera.demo.store.custom.cel;

import org.jspecify.annotations.NullMarked;
