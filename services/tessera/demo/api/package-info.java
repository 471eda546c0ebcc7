/** The simulated API server: users, requests, endpoints, and what the cluster is born with. */
@NullMarked
package tessera.demo.api;

import org.jspecify.annotations.NullMarked;
