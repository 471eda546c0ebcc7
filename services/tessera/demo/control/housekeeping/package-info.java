/** Controllers that tidy up and keep accounts: owners, namespaces, budgets, quotas, volumes, old events. */
@NullMarked
package tessera.demo.control.housekeeping;

import org.jspecify.annotations.NullMarked;
