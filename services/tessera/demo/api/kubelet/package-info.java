/** What only the node that runs a pod can answer: logs, commands, and its network. */
@NullMarked
package tessera.demo.api.kubelet;

import org.jspecify.annotations.NullMarked;
