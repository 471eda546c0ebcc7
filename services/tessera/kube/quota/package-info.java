/** Rules of ResourceQuotas: which pods they count, under which names, and what is left. */
@NullMarked
package tessera.kube.quota;

import org.jspecify.annotations.NullMarked;
