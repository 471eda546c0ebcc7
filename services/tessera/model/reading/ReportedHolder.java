package tessera.model.reading;

import tessera.model.PodFacts;

/**
 * Whom an exporter names as the user of a device.
 *
 * @param pod       empty when it names only a claim
 * @param container empty when it does not say
 * @param claim     the ResourceClaim by which the device was given, in the same namespace; empty when there is none
 */
public record ReportedHolder(String namespace, String pod, String container, String claim) {

    /** The pod, or where none is named the claim, told apart from pods by a word that no name contains. */
    public String key() {
        return namespace + "/" + (pod.isEmpty() ? claim + " (claim)" : pod);
    }

    /** Whether a pod is meant: it is named, or the device was given to it by the claim. */
    public boolean means(PodFacts candidate) {
        return namespace.equals(candidate.namespace())
                && (pod.equals(candidate.name()) || (!claim.isEmpty() && candidate.claims().contains(claim)));
    }
}
