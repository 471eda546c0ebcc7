package tessera.plan.sharing;

import java.util.Optional;
import tessera.text.Reason;

/** Why a pod, or its replacement, cannot be scheduled once the sharing of GPUs has changed. */
sealed interface SharingPodEffectReason extends Reason {

    /**
     * A request for a resource that the node will no longer advertise.
     *
     * @param other the resource that the node advertises instead
     */
    record WithdrawnResourceRequest(String resource, Optional<String> other) implements SharingPodEffectReason {}

    record MultipleShareRequest(long shares) implements SharingPodEffectReason {}

    record OutdatedProductSelector(String label, String value, String product) implements SharingPodEffectReason {}

    /** The pod is pending, and no node will have the product. */
    record UnmatchedProductSelector(String label, String value) implements SharingPodEffectReason {}
}
