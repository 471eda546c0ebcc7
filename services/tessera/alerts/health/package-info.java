/** What speaks for and against the health of a node, a GPU or a pod, from wherever it is known. All of it is pure. */
@NullMarked
package tessera.alerts.health;

import org.jspecify.annotations.NullMarked;
