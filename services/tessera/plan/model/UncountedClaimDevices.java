package tessera.plan.model;

import tessera.text.Reason;

/**
 * A warning that devices of pods by ResourceClaims are not counted.
 *
 * @param problem why claims are not known
 */
public record UncountedClaimDevices(String problem) implements Reason {}
