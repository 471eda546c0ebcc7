/** Clusters as other installations have them: cloud stacks, fractional GPUs, claims, other vendors. */
@NullMarked
package tessera.demo.environment;

import org.jspecify.annotations.NullMarked;
