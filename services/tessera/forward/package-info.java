/** Ports of pods on this machine: what listens, what goes over it, and how it stands with the pod. */
@NullMarked
package tessera.forward;

import org.jspecify.annotations.NullMarked;
