package tessera.cluster.logs;

import tessera.text.Reason;

/** A reason why a container has no log: its pod is on no node yet. */
record PodNotScheduled() implements Reason {}
