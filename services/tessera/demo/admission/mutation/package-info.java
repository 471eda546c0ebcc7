/** What admission adds to new objects by what else is in the cluster: accounts, priorities, tolerations, taints. */
@NullMarked
package tessera.demo.admission.mutation;

import org.jspecify.annotations.NullMarked;
