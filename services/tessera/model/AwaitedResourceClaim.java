package tessera.model;

/**
 * A ResourceClaim of a pod that is not created of its template yet.
 *
 * @param entry    what the pod's spec calls it
 * @param template the name of the ResourceClaimTemplate
 */
public record AwaitedResourceClaim(String entry, String template) {}
