package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tessera.model.NodeDevices;
import tessera.model.PodFacts;

/** A way in which a pod uses GPUs of its node, whether the scheduler counts it or not. */
public sealed interface GpuUse {

    /**
     * A request for extended resources.
     *
     * @param units devices, MIG instances or shares
     */
    record RequestedUse(long units) implements GpuUse {}

    /**
     * Devices that ResourceClaims allocate to it.
     *
     * @param claims  their names, in its namespace
     * @param devices that these hold, one for a claim of which that is not known
     */
    record ClaimedUse(List<String> claims, long devices) implements GpuUse {}

    /**
     * A part of a board that a scheduler gives by annotation, without a request.
     *
     * @param scheduler who reads the annotation, e.g. {@code KAI}
     * @param boards    on how many boards
     * @param amount    e.g. {@code 0.5 GPU}, {@code 0.25 of 2 GPUs} or {@code 2000 MiB of a GPU}
     */
    record FractionUse(String scheduler, long boards, String amount) implements GpuUse {}

    /**
     * A KAI pod that requests a board for the pods with fractions of it, and computes nothing itself.
     *
     * @param group the label value that these pods share with it
     */
    record ReservationUse(String group) implements GpuUse {}

    /**
     * Devices that a container can access although nothing counts them.
     *
     * @param evidence the field that opens them, e.g. {@code NVIDIA_VISIBLE_DEVICES=all}
     */
    record UncountedUse(String evidence) implements GpuUse {}

    /** Owners of pods that look after a node; they see its devices by design. */
    Set<String> NODE_AGENT_OWNERS = Set.of("DaemonSet", "Node");

    /**
     * Returns all ways of a pod, counted ones first; empty for a pod that uses no GPU.
     *
     * @param devices of its node: claims on devices other than GPUs do not count, those of which nothing is known do
     */
    static List<GpuUse> usesOf(PodFacts pod, NodeDevices devices, AcceleratorCatalog accelerators) {
        var uses = new ArrayList<GpuUse>();
        long units = accelerators.units(pod.requests());
        if (GpuFraction.isReservation(pod)) {
            uses.add(new ReservationUse(pod.labels().getOrDefault(GpuFraction.GROUP, "")));
        } else if (units > 0) {
            uses.add(new RequestedUse(units));
        }
        var claims = pod.claims().stream().filter(name -> claimedUnits(pod, name, devices).orElse(1) > 0).toList();
        if (!claims.isEmpty()) {
            uses.add(new ClaimedUse(claims,
                    claims.stream().mapToLong(name -> claimedUnits(pod, name, devices).orElse(1)).sum()));
        }
        fractionUse(pod).ifPresent(uses::add);
        if (uses.isEmpty() && !NODE_AGENT_OWNERS.contains(pod.owner().kind())) {
            uncountedEvidence(pod).map(UncountedUse::new).ifPresent(uses::add);
        }
        return List.copyOf(uses);
    }

    /** Returns the number of GPUs, or parts of them, that a claim takes from others; empty if unknown. */
    private static OptionalLong claimedUnits(PodFacts pod, String claim, NodeDevices devices) {
        return devices.claims().stream()
                .filter(each -> each.name().equals(claim) && each.namespace().equals(pod.namespace())
                        && each.isAllocated())
                .mapToLong(each -> each.exclusiveDevices().filter(device -> GpuDriver.find(device.driver()).isPresent())
                        .count())
                .findFirst();
    }

    private static Optional<FractionUse> fractionUse(PodFacts pod) {
        return GpuFraction.fromAnnotations(pod)
                .map(fraction -> new FractionUse("KAI", fraction.gpus(), fraction.fractionText()));
    }

    private static Optional<String> uncountedEvidence(PodFacts pod) {
        var devices = pod.devices();
        if (!devices.visibleDevices().isEmpty()) {
            return Optional.of("NVIDIA_VISIBLE_DEVICES=" + devices.visibleDevices());
        }
        if (!devices.hostDevices().isEmpty()) {
            return Optional.of("hostPath " + String.join(", ", devices.hostDevices()));
        }
        if (!devices.runtimeClass().isEmpty()) {
            return Optional.of("runtimeClassName: " + devices.runtimeClass());
        }
        return devices.privileged() ? Optional.of("privileged: true") : Optional.empty();
    }

    /** Returns what opens GPUs in particular to a pod of a DaemonSet: it may hold them open, although it takes none from others. */
    static Optional<UncountedUse> agentUseOf(PodFacts pod) {
        // The whole of /dev is mounted by many that have no need of GPUs.
        boolean device = pod.devices().hostDevices().stream().anyMatch(path -> path.length() > "/dev/".length());
        boolean opens = device || !pod.devices().visibleDevices().isEmpty() || !pod.devices().runtimeClass().isEmpty();
        return pod.owner().kind().equals("DaemonSet") && opens ? uncountedEvidence(pod).map(UncountedUse::new)
                : Optional.empty();
    }

    /** Returns devices or parts of devices that it holds; a reservation holds what its fractions hold. */
    default long units() {
        return switch (this) {
            case RequestedUse(var units) -> units;
            case ClaimedUse(_, var devices) -> devices;
            case FractionUse fraction -> fraction.boards();
            case ReservationUse _ -> 1;
            case UncountedUse _ -> 0;
        };
    }
}
