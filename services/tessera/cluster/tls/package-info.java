/** How a server is reached: proxies, certificates, and what can go wrong before it answers. */
@NullMarked
package tessera.cluster.tls;

import org.jspecify.annotations.NullMarked;
