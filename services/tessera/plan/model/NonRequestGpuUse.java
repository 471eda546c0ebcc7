package tessera.plan.model;

import java.util.List;
import java.util.Optional;
import tessera.gpu.PodGpuUse;
import tessera.text.Reason;

/**
 * The use of GPUs by other means than a request for extended resources, which the device plugin and the operator do
 * not know. Each names its pod, or none where that is told beside it.
 */
public sealed interface NonRequestGpuUse extends Reason {

    record FractionalGpuUse(String pod, String amount, String scheduler) implements NonRequestGpuUse {}

    record ClaimedDeviceUse(String pod, List<String> claims) implements NonRequestGpuUse {}

    record UnrequestedGpuUse(String pod, String evidence) implements NonRequestGpuUse {}

    /** Returns a use, without its pod; empty for requests. */
    static Optional<NonRequestGpuUse> of(PodGpuUse use) {
        return of(use, "");
    }

    /** Returns the use of a pod; empty for requests. */
    static Optional<NonRequestGpuUse> of(PodGpuUse use, String pod) {
        return switch (use) {
            case PodGpuUse.GpuFractionUse(var scheduler, var _, var amount) ->
                Optional.of(new FractionalGpuUse(pod, amount, scheduler));
            case PodGpuUse.ResourceClaimUse(var claims, _) -> Optional.of(new ClaimedDeviceUse(pod, claims));
            case PodGpuUse.UncountedDeviceAccess(var evidence) -> Optional.of(new UnrequestedGpuUse(pod, evidence));
            case PodGpuUse.ExtendedResourceUse _,PodGpuUse.KaiReservationPodUse _ -> Optional.empty();
        };
    }
}
