/** The kube-scheduler's arithmetic and words: which node takes a pod, and what is said when none does. */
@NullMarked
package tessera.demo.schedule;

import org.jspecify.annotations.NullMarked;
