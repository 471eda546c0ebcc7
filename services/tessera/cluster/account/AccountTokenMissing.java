package tessera.cluster.account;

import tessera.model.ObjectRef;
import tessera.text.Reason;

/** A reason why a kubeconfig cannot be made: the cluster issued no token. */
public record AccountTokenMissing(ObjectRef secret) implements Reason {}
