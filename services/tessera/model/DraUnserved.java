package tessera.model;

import tessera.text.Reason;

/** A reason why there are no objects of dynamic resource allocation: the cluster does not serve them. */
record DraUnserved() implements Reason {}
