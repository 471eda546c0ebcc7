/** What a pod demands of the node it is to run on, read from its object or from a manifest. */
@NullMarked
package tessera.scheduling.spec;

import org.jspecify.annotations.NullMarked;
