/** Changes to the cluster: what is wanted, what it would bring, how far it is, what became of it. */
@NullMarked
package tessera.ui.change;

import org.jspecify.annotations.NullMarked;
