package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.FilterResult.NodeRejection;
import tessera.kube.scheduling.FilterResult.RejectionPermanence;
import tessera.kube.scheduling.FilterResult.VolumeConflict;
import tessera.kube.scheduling.FilterResult.VolumeConflicts;

/** The scheduler's filters for the volumes of one pending pod. */
final class PodVolumeFilters {

    /** Of VolumeRestrictions, of VolumeBinding twice, and of VolumeZone. */
    private static final List<Function<MountedVolumeClaim, Optional<String>>> REFUSALS = List.of(
            PodVolumeFilters::missingClaimMessage, PodVolumeFilters::unusableClaimMessage,
            PodVolumeFilters::unboundClaimMessage, PodVolumeFilters::missingVolumeMessage);

    private final List<MountedVolumeClaim> claims;
    /** Small claims choose first, so that they take no volume that only they do not need. */
    private final List<MountedVolumeClaim> bySize;

    PodVolumeFilters(List<MountedVolumeClaim> claims) {
        this.claims = claims;
        bySize = claims.stream().sorted(Comparator.comparingLong(MountedVolumeClaim::wantedBytes)).toList();
    }

    /** Returns the scheduler's refusal before it looks at nodes, of the first plugin that has one; empty for none. */
    Optional<String> refusalMessage() {
        for (var refusal : REFUSALS) {
            for (var claim : claims) {
                var message = refusal.apply(claim);
                if (message.isPresent()) {
                    return message;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> missingClaimMessage(MountedVolumeClaim mounted) {
        if (mounted.state() == VolumeBindingState.MISSING && !mounted.mount().ephemeral()) {
            return Optional.of(SchedulerFailureMessages.missingClaimMessage(mounted.name()));
        }
        return Optional.empty();
    }

    private static Optional<String> unusableClaimMessage(MountedVolumeClaim mounted) {
        var name = mounted.name();
        return switch (mounted.state()) {
            case MISSING -> Optional.of(SchedulerFailureMessages.awaitedClaimMessage(name));
            case LOST -> Optional.of(SchedulerFailureMessages.lostClaimMessage(name, mounted.volumeName()));
            case DELETED -> Optional.of(SchedulerFailureMessages.deletedClaimMessage(name));
            case UNBOUND, BOUND, WAITING, UNKNOWN -> Optional.empty();
        };
    }

    private static Optional<String> unboundClaimMessage(MountedVolumeClaim mounted) {
        if (mounted.state() == VolumeBindingState.UNBOUND) {
            return Optional.of(SchedulerFailureMessages.UNBOUND_CLAIMS);
        }
        return Optional.empty();
    }

    private static Optional<String> missingVolumeMessage(MountedVolumeClaim mounted) {
        boolean missing = mounted.state() == VolumeBindingState.BOUND && mounted.volumes().isEmpty();
        if (missing && !mounted.mount().ephemeral()) {
            return Optional.of(SchedulerFailureMessages.missingVolumeMessage(mounted.volumeName()));
        }
        return Optional.empty();
    }

    /** Returns the names of the claims that no other pod may mount. */
    Set<String> claimsForOnePod() {
        return claims.stream().filter(MountedVolumeClaim::isForOnePod).map(MountedVolumeClaim::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the result of {@code VolumeBinding}; of bound claims only the first that is in the way counts there. */
    FilterResult volumeBinding(SchedulableNode node) {
        if (claims.isEmpty()) {
            return NodePass.PASSED;
        }
        var bound = new ArrayList<VolumeConflict>();
        for (var claim : claims) {
            claim.boundRejectionOn(node.name(), node.labels())
                    .ifPresent(reason -> bound.add(new VolumeConflict(claim.name(), reason)));
        }
        var unserved = new ArrayList<VolumeConflict>();
        var taken = new HashSet<String>();
        for (var claim : bySize) {
            if (claim.isUnservedOn(node.name(), node.labels(), taken)) {
                unserved.add(new VolumeConflict(claim.name(), NodeRejectionReason.NO_VOLUME_TO_BIND));
            }
        }
        var reasons = Stream.concat(bound.stream().limit(1), unserved.stream().limit(1)).map(VolumeConflict::reason)
                .sorted().map(NodeRejectionReason::message).toList();
        if (reasons.isEmpty()) {
            return NodePass.PASSED;
        }
        return new NodeRejection(SchedulerPlugin.VOLUME_BINDING, reasons,
                RejectionPermanence.UNSCHEDULABLE_AND_UNRESOLVABLE,
                new VolumeConflicts(Stream.concat(bound.stream(), unserved.stream()).toList()));
    }

    /** Returns the result of {@code VolumeZone}. */
    FilterResult volumeZone(SchedulableNode node) {
        if (claims.isEmpty()) {
            return NodePass.PASSED;
        }
        var conflicts = claims.stream().filter(claim -> claim.isElsewhere(node.labels()))
                .map(claim -> new VolumeConflict(claim.name(), NodeRejectionReason.VOLUME_ZONE)).toList();
        if (conflicts.isEmpty()) {
            return NodePass.PASSED;
        }
        return NodeRejection.of(NodeRejectionReason.VOLUME_ZONE, new VolumeConflicts(conflicts));
    }
}
