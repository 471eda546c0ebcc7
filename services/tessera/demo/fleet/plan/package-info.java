/** What stands where in the simulated fleet: machines, teams, workloads and the state each pod is in. */
@NullMarked
package tessera.demo.fleet.plan;

import org.jspecify.annotations.NullMarked;
