package tessera.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.scheduling.PendingReasonPhrase.ClosedNodeCount;
import tessera.scheduling.PendingReasonPhrase.DeviceDemand;
import tessera.scheduling.PendingReasonPhrase.FreeElsewhere;
import tessera.scheduling.PendingReasonPhrase.LabelValueCount;
import tessera.scheduling.PendingReasonPhrase.ObstacleCount;
import tessera.scheduling.PendingReasonPhrase.ResourceNoun;
import tessera.scheduling.PendingReasonPhrase.SelectorMatchCount;
import tessera.scheduling.PendingReasonPhrase.SharedProductNodes;
import tessera.text.Reason;

/** The reason why a pod is on no node, or what became of it on its node. */
public sealed interface PendingReason extends Reason {

    /** Returns the reason without the remarks beside it. */
    default PendingReason cause() {
        return this;
    }

    /** Returns the resources whose amounts are the matter. */
    default List<String> resources() {
        return List.of();
    }

    /** Returns the reason with a remark. */
    default PendingReason with(Reason remark) {
        return new ReasonWithRemark(this, remark);
    }

    /** Returns the reason with a remark, if there is one. */
    default PendingReason with(Optional<? extends Reason> remark) {
        return remark.<PendingReason>map(this::with).orElse(this);
    }

    /** A reason with a remark, which may itself be a reason. */
    record ReasonWithRemark(PendingReason reason, Reason remark) implements PendingReason {

        @Override
        public PendingReason cause() {
            return reason.cause();
        }

        @Override
        public List<String> resources() {
            return reason.resources();
        }
    }

    /** A message of the scheduler in words that are not known here. */
    record UnexplainedSchedulerMessage(String message) implements PendingReason {}

    /**
     * A report of the scheduler with which the nodes as they are now disagree.
     *
     * @param nodes the nodes that accept the pod now
     * @param age how long ago the scheduler reported it; empty where no event tells
     */
    record SchedulerReportContradicted(PendingReason report, List<String> nodes,
            Optional<Duration> age) implements PendingReason {
        public SchedulerReportContradicted {
            nodes = List.copyOf(nodes);
        }
    }

    /** A refusal before any node is looked at. */
    record PreFilterRefusal(String explanation) implements PendingReason {}

    /** The status of a pod that another scheduler places. */
    record CustomSchedulerStatus(String scheduler, String explanation) implements PendingReason {}

    /** The message of the scheduler, where nodes are hidden. */
    record SchedulerReport(PendingReason reason, List<String> selectors) implements PendingReason {
        public SchedulerReport {
            selectors = List.copyOf(selectors);
        }
    }

    record NoSchedulerReport(List<String> missingClaims) implements PendingReason {
        public NoSchedulerReport {
            missingClaims = List.copyOf(missingClaims);
        }
    }

    record NoCustomSchedulerMessage(String scheduler) implements PendingReason {}

    record CustomSchedulerSilent(String scheduler, Duration age) implements PendingReason {}

    /**
     * A pod that a custom scheduler places by unknown rules.
     *
     * @param pending whether the pod exists already
     */
    record CustomScheduler(String scheduler, boolean pending) implements PendingReason {}

    record ClaimTemplatesNotApplied(int claims, List<String> templates) implements PendingReason {
        public ClaimTemplatesNotApplied {
            templates = List.copyOf(templates);
        }
    }

    /**
     * Scheduling gates that a controller has to remove from the pod.
     *
     * @param localQueue the LocalQueue whose admission removes all gates, with its namespace; empty for none
     */
    record SchedulingGated(List<String> gates, String localQueue) implements PendingReason {
        public SchedulingGated {
            gates = List.copyOf(gates);
        }
    }

    /** The scheduler's rejections of all nodes, those by its last checks first. */
    record NoNodeFits(List<PendingReasonPhrase> rejections) implements PendingReason {
        public NoNodeFits {
            rejections = List.copyOf(rejections);
        }
    }

    record OfferingNodesExcluded(long nodes, ResourceNoun unit,
            List<PendingReasonPhrase.ExclusionCause> causes) implements PendingReason {
        public OfferingNodesExcluded {
            causes = List.copyOf(causes);
        }
    }

    record NodesExcluded(int nodes, List<PendingReasonPhrase.ExclusionCause> causes) implements PendingReason {
        public NodesExcluded {
            causes = List.copyOf(causes);
        }
    }

    /**
     * Matching nodes that have too few devices for the request.
     *
     * @param empty whether they have too few even without pods
     */
    record MatchingNodesLackDevices(int nodes, long requested, ResourceNoun unit,
            boolean empty) implements PendingReason {}

    /**
     * Matching nodes that are short of a resource.
     *
     * @param nodes the number of nodes; 0 where the scheduler's message does not tell
     */
    record MatchingNodesShort(int nodes, PendingReasonPhrase.MissingResources missing) implements PendingReason {}

    /**
     * Devices of a claim that no single node has.
     *
     * @param alternatives the alternatives to the request
     */
    record ClaimedDevicesMissing(DeviceDemand request, List<DeviceDemand> alternatives,
            long largest) implements PendingReason {
        public ClaimedDevicesMissing {
            alternatives = List.copyOf(alternatives);
        }
    }

    record ClaimedDevicesAllocated(DeviceDemand request, List<DeviceDemand> alternatives, String place,
            String availability) implements PendingReason {
        public ClaimedDevicesAllocated {
            alternatives = List.copyOf(alternatives);
        }
    }

    record OnlyGpuShares(long requested, ResourceNoun unit, long largestWhole) implements PendingReason {}

    /**
     * Whole GPUs that no open node offers.
     *
     * @param offered whether closed nodes offer some
     */
    record WholeGpusUnavailable(boolean offered) implements PendingReason {}

    /**
     * A device resource that no open node offers.
     *
     * @param offered whether closed nodes offer it
     */
    record DevicesUnavailable(String resource, boolean offered) implements PendingReason {}

    /**
     * Devices that are all allocated.
     *
     * @param shares the number of shares that are allocated besides the counted units
     */
    record AllDevicesAllocated(long count, ResourceNoun unit, long shares,
            FreeElsewhere elsewhere) implements PendingReason {}

    record DevicesFragmented(long requested, ResourceNoun unit, long largestFree, boolean shares,
            FreeElsewhere elsewhere) implements PendingReason {}

    record NodeAffinityEmpty() implements PendingReason {}

    record PinnedNodesMissing(List<String> nodes) implements PendingReason {
        public PinnedNodesMissing {
            nodes = List.copyOf(nodes);
        }
    }

    record NamedNodeMissing(String node, String similar) implements PendingReason {}

    record NodeLabelMissing(String selector, String key, String similar) implements PendingReason {}

    record NodeLabelUnmatched(String selector, String key, List<LabelValueCount> values,
            String similar) implements PendingReason {
        public NodeLabelUnmatched {
            values = List.copyOf(values);
        }
    }

    record SelectorBoundInvalid(String selector, String bound) implements PendingReason {}

    record LabelValuesNotNumeric(String selector, String key, String operator,
            List<LabelValueCount> values) implements PendingReason {
        public LabelValuesNotNumeric {
            values = List.copyOf(values);
        }
    }

    /**
     * A numeric selector whose bound no node label meets.
     *
     * @param greater whether the selector is {@code Gt} rather than {@code Lt}
     */
    record SelectorBoundUnmet(String selector, String key, boolean greater, long nearest, long bound,
            int nodes) implements PendingReason {}

    record SelectorsUnmetTogether(List<SelectorMatchCount> selectors,
            Optional<PendingReasonPhrase.SelectorRelaxation> proposal) implements PendingReason {
        public SelectorsUnmetTogether {
            selectors = List.copyOf(selectors);
        }
    }

    /**
     * A request that is larger than any node.
     *
     * @param devices offered by the compared nodes; none where all nodes are compared
     * @param largest amount of a single node; empty for none at all
     * @param wholeDevices whether shares of devices are left aside
     */
    record RequestTooLarge(RequestedAmount requested, List<RequestedAmount> devices, String largest,
            boolean wholeDevices, Optional<PendingReasonPhrase.SmallerRequest> proposal) implements PendingReason {
        public RequestTooLarge {
            devices = List.copyOf(devices);
        }

        @Override
        public List<String> resources() {
            return List.of(requested.resource());
        }
    }

    record ResourceNotOffered(String resource, Optional<PendingReasonPhrase> proposal) implements PendingReason {

        @Override
        public List<String> resources() {
            return List.of(resource);
        }
    }

    /**
     * A selection of nodes none of which is large enough.
     *
     * @param node the only selected one; else empty
     * @param largest amount of a single node; empty for none at all
     */
    record SelectedNodesTooSmall(RequestedAmount requested, int nodes, String node, String largest,
            Optional<SharedProductNodes> shared, Optional<PendingReasonPhrase> proposal) implements PendingReason {

        @Override
        public List<String> resources() {
            return List.of(requested.resource());
        }
    }

    /** Requests that no selected node meets together. */
    record SelectedNodesLackCombination(int nodes, List<RequestedAmount> requested, Optional<SharedProductNodes> shared,
            Optional<PendingReasonPhrase> proposal) implements PendingReason {
        public SelectedNodesLackCombination {
            requested = List.copyOf(requested);
        }

        @Override
        public List<String> resources() {
            return requested.stream().map(RequestedAmount::resource).toList();
        }
    }

    /**
     * Requests that no single node meets together.
     *
     * @param separable the devices that pods of their own could request
     */
    record NoNodeHasCombination(List<RequestedAmount> requested,
            List<RequestedAmount> separable) implements PendingReason {
        public NoNodeHasCombination {
            requested = List.copyOf(requested);
            separable = List.copyOf(separable);
        }

        @Override
        public List<String> resources() {
            return requested.stream().map(RequestedAmount::resource).toList();
        }
    }

    record RequestNotOffered() implements PendingReason {}

    /**
     * A request that nodes could meet with another MIG layout.
     *
     * @param obstacles the obstacles on these nodes besides the layout
     */
    record OtherMigLayoutNeeded(PendingReason request, List<String> nodes,
            List<String> obstacles) implements PendingReason {
        public OtherMigLayoutNeeded {
            nodes = List.copyOf(nodes);
            obstacles = List.copyOf(obstacles);
        }
    }

    record NoNodes() implements PendingReason {}

    /**
     * Shares that only the kubelet refuses.
     *
     * @param closure the cordon, taint or fault that closes the nodes; empty for none
     * @param largestWhole most whole devices of a node; empty for none
     */
    record KubeletRefusesShares(List<String> nodes, String resource, String closure,
            String largestWhole) implements PendingReason {
        public KubeletRefusesShares {
            nodes = List.copyOf(nodes);
        }
    }

    record ClaimUnsatisfiable(String explanation) implements PendingReason {}

    /**
     * A claim's volume that no node reaches, or only unsuitable ones.
     *
     * @param nodes the nodes that reach it
     */
    record VolumeOutOfReach(String claim, List<String> nodes, List<String> obstacles) implements PendingReason {
        public VolumeOutOfReach {
            nodes = List.copyOf(nodes);
            obstacles = List.copyOf(obstacles);
        }
    }

    record NoNodeFitsEmpty(List<ObstacleCount> obstacles) implements PendingReason {
        public NoNodeFitsEmpty {
            obstacles = List.copyOf(obstacles);
        }
    }

    record NodeBeingAdded(String status) implements PendingReason {}

    /**
     * Suitable nodes that are all closed to the pod.
     *
     * @param temporary whether some may open again by themselves
     */
    record SuitableNodesClosed(boolean temporary, List<ClosedNodeCount> closures) implements PendingReason {
        public SuitableNodesClosed {
            closures = List.copyOf(closures);
        }
    }

    record SuitableNodesTainted(String taint, int nodes) implements PendingReason {}

    record AffinityTargetMissing(List<String> terms) implements PendingReason {
        public AffinityTargetMissing {
            terms = List.copyOf(terms);
        }
    }

    /**
     * Devices on suitable nodes that are all allocated.
     *
     * @param node one of the suitable nodes
     */
    record NoFreeDevices(String resource, long total, int nodes, String node) implements PendingReason {

        @Override
        public List<String> resources() {
            return List.of(resource);
        }
    }

    /**
     * Suitable nodes that lack the same resource.
     *
     * @param nearest node
     */
    record NotEnoughFree(RequestedAmount requested, int nodes, String nearest, String free) implements PendingReason {

        @Override
        public List<String> resources() {
            return List.of(requested.resource());
        }
    }

    /**
     * Suitable nodes that cannot run the pod now.
     *
     * @param obstacles the obstacles on the nearest node
     */
    record SuitableNodesBlocked(int nodes, String nearest, List<String> obstacles,
            List<String> resources) implements PendingReason {
        public SuitableNodesBlocked {
            obstacles = List.copyOf(obstacles);
            resources = List.copyOf(resources);
        }
    }

    record NodesHidden(boolean pending) implements PendingReason {}

    /**
     * Nodes on which the pod fits.
     *
     * @param total the number of all nodes
     * @param pending whether the pod exists and waits nevertheless
     * @param allPodsVisible whether what is free is known
     * @param sharesUncertain whether the kubelet may refuse its shares
     * @param claimsUncertain whether it is not known that its claims are met
     */
    record NodesFit(List<String> nodes, int total, boolean pending, boolean allPodsVisible, boolean sharesUncertain,
            boolean claimsUncertain) implements PendingReason {
        public NodesFit {
            nodes = List.copyOf(nodes);
        }
    }

    record NodeAffinityContradictory() implements PendingReason {}

    record VolumeClaimUnbound(String claim, PodVolumeClaim.UnboundClaimCause problem) implements PendingReason {}

    record PodRefused(String message) implements PendingReason {}

    record PodTerminated(String explanation) implements PendingReason {}

    record BoundToMissingNode(String node) implements PendingReason {}

    record NodeNotReporting(String node, Optional<Duration> silence) implements PendingReason {}

    /** The activities of a pod on its node. */
    enum BoundPodActivity {
        NOT_STARTED,
        BLOCKED,
        TERMINATING,
        RUNNING,
        NOT_READY
    }

    /**
     * A pod on its node.
     *
     * @param status the status that blocks it
     * @param nodeCondition why the node is not ready; empty where it is
     * @param explanation a clause with its colon that explains the kubelet's message; empty for none
     */
    record PodBoundToNode(String node, BoundPodActivity activity, String status, String nodeCondition, int restarts,
            String explanation) implements PendingReason {}

    /** A reason with a note about faulty GPUs of the node. */
    record FaultyGpusNoted(PendingReason reason, PodFailureFaultyGpuNote.FaultyGpusNote note) implements PendingReason {

        @Override
        public PendingReason cause() {
            return reason.cause();
        }
    }

    /** Returns several reasons in one. */
    static Optional<PendingReason> joined(Stream<PendingReason> reasons) {
        return reasons.reduce(PendingReason::with);
    }
}
