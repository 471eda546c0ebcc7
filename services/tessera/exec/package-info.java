/** Commands in containers: shells that one types into, and what becomes of them. */
@NullMarked
package tessera.exec;

import org.jspecify.annotations.NullMarked;
