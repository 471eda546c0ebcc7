/** The scheduler at work: waiting pods get nodes, or are told why not. */
@NullMarked
package tessera.demo.control.placing;

import org.jspecify.annotations.NullMarked;
