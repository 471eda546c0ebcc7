package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result of filters for a pending pod on a node. */
public sealed interface FilterResult {

    /** Returns the scheduler's reasons; none where the node passed. */
    List<String> reasons();

    /** Returns whether evicting pods of the node could change the result or is not needed. */
    boolean mayEvictionHelp();

    /** Returns whether the node takes the pod. */
    default boolean passed() {
        return this instanceof NodePass;
    }

    /** The result for a node that nothing is against. */
    enum NodePass implements FilterResult {
        PASSED;

        @Override
        public List<String> reasons() {
            return List.of();
        }

        @Override
        public boolean mayEvictionHelp() {
            return true;
        }
    }

    /** The duration of a rejection, as the scheduler's status codes have it. */
    enum RejectionPermanence {
        /** Until other pods are gone. */
        UNSCHEDULABLE,
        /** Whatever pods are on the node. */
        UNSCHEDULABLE_AND_UNRESOLVABLE;

        static RejectionPermanence of(boolean evictionHelps) {
            return evictionHelps ? UNSCHEDULABLE : UNSCHEDULABLE_AND_UNRESOLVABLE;
        }
    }

    /**
     * A plugin rejects the node.
     *
     * @param reasons in the scheduler's words
     * @param detail  on what it is about, where the reasons do not say
     */
    record NodeRejection(SchedulerPlugin plugin, List<String> reasons, RejectionPermanence permanence,
            @Nullable RejectionDetail detail) implements FilterResult {

        private static final Map<NodeRejectionReason, NodeRejection> BY_REASON = Stream.of(NodeRejectionReason.values())
                .collect(Collectors.toUnmodifiableMap(reason -> reason, reason -> of(reason, null)));

        public NodeRejection {
            reasons = List.copyOf(reasons);
        }

        /** Returns the rejection of a node for a reason. */
        public static NodeRejection of(NodeRejectionReason reason) {
            return Objects.requireNonNull(BY_REASON.get(reason));
        }

        /** Returns the same with what it is about. */
        static NodeRejection of(NodeRejectionReason reason, @Nullable RejectionDetail detail) {
            return new NodeRejection(reason.plugin(), List.of(reason.message()),
                    RejectionPermanence.of(reason.evictionHelps()), detail);
        }

        /** Returns the rejection of a node that no eviction would change. */
        public static NodeRejection unresolvable(SchedulerPlugin plugin, List<String> reasons) {
            return new NodeRejection(plugin, reasons, RejectionPermanence.UNSCHEDULABLE_AND_UNRESOLVABLE, null);
        }

        @Override
        public boolean mayEvictionHelp() {
            return permanence == RejectionPermanence.UNSCHEDULABLE;
        }
    }

    /** The object of a rejection. */
    sealed interface RejectionDetail permits HostPortConflict, ResourceShortages, VolumeConflicts, VolumeClaimUse,
            PodTopologySpreadFilter.SpreadViolation, InterPodAffinityFilter.AffinityViolation {}

    /** A pod of the node has a host port that the pending one wants. */
    record HostPortConflict(ContainerHostPort port, PodOnNode pod) implements RejectionDetail {}

    /** The volumes of some claims keep the pod off the node. */
    record VolumeConflicts(List<VolumeConflict> conflicts) implements RejectionDetail {

        public VolumeConflicts {
            conflicts = List.copyOf(conflicts);
        }
    }

    /** Another pod mounts a claim that only one may mount. */
    record VolumeClaimUse(PodOnNode pod) implements RejectionDetail {}

    /** The volume of one claim keeps it off. */
    record VolumeConflict(String claim, NodeRejectionReason reason) {}

    /**
     * A node has too little room.
     *
     * @param pods     on the node
     * @param podLimit how many it may run
     * @param resources that are short
     */
    record ResourceShortages(long pods, long podLimit, List<NodeResourceRequest> resources) implements RejectionDetail {

        public ResourceShortages {
            resources = List.copyOf(resources);
        }

        /** Returns whether the node runs as many pods as it may. */
        public boolean hasTooManyPods() {
            return pods + 1 > podLimit;
        }
    }

    /**
     * The requested amount of a resource, with the amounts of a node.
     *
     * @param used        by the pods on the node
     * @param allocatable what the scheduler may hand out there
     */
    record NodeResourceRequest(String resource, long requested, long used, long allocatable) {

        /** Returns whether even the empty node would have too little. */
        public boolean isPermanent() {
            return requested > allocatable;
        }

        boolean isShort() {
            return requested > allocatable - used;
        }
    }
}
