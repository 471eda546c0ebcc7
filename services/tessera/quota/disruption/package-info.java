/** What protects pods of a namespace: disruption budgets, and who may reach them over the network. */
@NullMarked
package tessera.quota.disruption;

import org.jspecify.annotations.NullMarked;
