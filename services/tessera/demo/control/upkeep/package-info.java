/** Controllers that tidy up and keep accounts: owners, namespaces, budgets, quotas, volumes, old events. */
@NullMarked
package tessera.demo.control.upkeep;

import org.jspecify.annotations.NullMarked;
