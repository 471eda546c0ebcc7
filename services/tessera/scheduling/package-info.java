/** Diagnosis of pending pods: the scheduler’s filters over a snapshot, what each node lacks, and remedies. */
@NullMarked
package tessera.scheduling;

import org.jspecify.annotations.NullMarked;
