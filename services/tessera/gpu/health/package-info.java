/** Signs that controllers and monitors leave on a node: reported faults, who closed it, and changes under way. */
@NullMarked
package tessera.gpu.health;

import org.jspecify.annotations.NullMarked;
