/** A believable fleet of GPU nodes with teams, workloads and troubles, made from a seed and an instant. */
@NullMarked
package tessera.demo.fleet;

import org.jspecify.annotations.NullMarked;
