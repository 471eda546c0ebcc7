/** The vocabulary of the simulated API server: objects as JSON trees and the errors it answers with. */
@NullMarked
package tessera.demo.object;

import org.jspecify.annotations.NullMarked;
