package tessera.model.reading;

import tessera.model.PodSummary;
import tessera.text.OptionalText;

/**
 * The user of a device as an exporter names it: a pod, a container or a ResourceClaim.
 *
 * @param pod       empty when it names only a claim
 * @param container empty when it does not say
 * @param claim     the ResourceClaim by which the device was given, in the same namespace; empty when there is none
 */
public record ReportedDeviceUser(String namespace, String pod, String container, String claim) {

    /** Returns the key of the pod or, if none is named, of the claim, marked so that it never equals a pod key. */
    public String holderKey() {
        return namespace + "/" + OptionalText.orElse(pod, claim + " (claim)");
    }

    /** Returns whether the pod is the user: it is named, or its claim holds the device. */
    public boolean matchesPod(PodSummary candidate) {
        return namespace.equals(candidate.namespace())
                && (pod.equals(candidate.name()) || (!claim.isEmpty() && candidate.claims().contains(claim)));
    }
}
