package tessera.cluster.fleet;

import tessera.text.Reason;

/** A reason why a collection is not current: there is no connection to the cluster. */
record ClusterNotFollowed() implements Reason {}
