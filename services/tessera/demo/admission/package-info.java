/** What every rule of admission speaks in: exact amounts, pods, selectors, and a way to look up other objects. */
@NullMarked
package tessera.demo.admission;

import org.jspecify.annotations.NullMarked;
