package tessera.plan.model;

import tessera.text.Reason;

/**
 * The warning about GPUs that are no longer advertised.
 *
 * @param nodes whose GPUs they are, in words
 * @param one   whether that is one node
 * @param pods  how many hold some
 */
public record RemovedGpuCapacity(String nodes, boolean one, long pods) implements Reason {}
