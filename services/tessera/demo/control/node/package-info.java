/** Kubelets and those who watch over them: pods start and end, nodes report, fall silent and come back. */
@NullMarked
package tessera.demo.control.node;

import org.jspecify.annotations.NullMarked;
