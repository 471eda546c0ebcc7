/** What the control plane does to namespaces, quotas and API services without being asked. */
@NullMarked
package tessera.demo.api.housekeeping;

import org.jspecify.annotations.NullMarked;
