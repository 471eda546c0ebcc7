/** Custom resources: their definitions, and what the schemas in those ask of objects. */
@NullMarked
package tessera.demo.store.custom;

import org.jspecify.annotations.NullMarked;
