package tessera.cluster.fleet;

import tessera.text.Reason;

/** A reason why an object is not kept: there are more of its kind than Tessera keeps. */
record ObjectLimitReached(int maximum) implements Reason {}
