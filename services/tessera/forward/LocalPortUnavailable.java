package tessera.forward;

import tessera.text.Reason;

/** A reason why a port is not forwarded: this machine does not let the local port be used. */
record LocalPortUnavailable(int port) implements Reason {}
