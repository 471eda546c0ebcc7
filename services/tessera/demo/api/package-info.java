/** The simulated API server: routes, and what the cluster is born with. */
@NullMarked
package tessera.demo.api;

import org.jspecify.annotations.NullMarked;
