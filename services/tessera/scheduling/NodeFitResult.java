package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.NodeGpuReader;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.model.NodeSummary;
import tessera.text.SentenceJoiner;

/**
 * The scheduler's filter result for a pod on one node.
 *
 * @param schedulerReasons what the scheduler says of it, which stops at the first plugin that fails; none where it passes
 * @param failures everything that is against it, in the scheduler's order; none where it fits
 * @param resources      what the pod wants of each resource, and what there is
 * @param claimsUnknown whether the claims of the pod could not be checked
 */
public record NodeFitResult(NodeSummary nodeSummary, List<String> schedulerReasons,
        List<PredictedNodeFilterFailure> failures, List<ResourceShortfall> resources, boolean claimsUnknown) {

    private static final NodeGpuReader GPUS = new NodeGpuReader(AcceleratorCatalog.standard());

    /** The overall result for the node. Ordered by how near the node is to taking the pod. */
    public enum NodeFitStatus {
        FITS,
        /** As far as is known: whether the devices that the pod claims are free there is not. */
        MAY_FIT,
        /** Others would have to go first. */
        FULL,
        /** Somebody would have to open it, or the pod to put up with it. */
        CLOSED,
        /** Somebody would have to cut its GPUs into another MIG layout. */
        OTHER_LAYOUT,
        /** Not even empty and open. */
        UNSUITABLE,
        /** It has no devices of the kind. */
        NO_DEVICES
    }

    public NodeFitResult {
        schedulerReasons = List.copyOf(schedulerReasons);
        failures = List.copyOf(failures);
        resources = List.copyOf(resources);
    }

    public String name() {
        return nodeSummary.name();
    }

    public NodeFitStatus status() {
        return failures.stream().map(PredictedNodeFilterFailure::blocker).max(Comparator.naturalOrder())
                .map(hold -> switch (hold) {
                    case OTHERS -> NodeFitStatus.FULL;
                    case CLOSED -> NodeFitStatus.CLOSED;
                    case LAYOUT -> NodeFitStatus.OTHER_LAYOUT;
                    case LASTING -> lacksDevice() ? NodeFitStatus.NO_DEVICES : NodeFitStatus.UNSUITABLE;
                }).orElse(claimsUnknown ? NodeFitStatus.MAY_FIT : NodeFitStatus.FITS);
    }

    /** Returns whether the node has no device of the requested kind, by all that it reports. */
    private boolean lacksDevice() {
        return failures.stream().anyMatch(this::isAbsentDevice);
    }

    private boolean isAbsentDevice(PredictedNodeFilterFailure failure) {
        return failure.blocker() == NodeFilterFailureEndCondition.LASTING
                && failure.shortfall().filter(shortfall -> shortfall.isDevice() && shortfall.allocatable() == 0
                        && !GPUS.hasEvidence(nodeSummary, shortfall.resource())).isPresent();
    }

    /** Returns whether nothing is known against the node. */
    boolean isAccepting() {
        return failures.isEmpty();
    }

    /** Returns whether the node could never accept the pod. */
    boolean isUnsuitable() {
        return status().compareTo(NodeFitStatus.UNSUITABLE) >= 0;
    }

    /** Returns whether all failures are of one kind, and there is at least one. */
    boolean failsOnly(NodeFilterFailureEndCondition hold) {
        return !failures.isEmpty() && failures.stream().allMatch(failure -> failure.blocker() == hold);
    }

    /** Returns whether the only lasting failure is a refusal by the kubelet, which the scheduler does not foresee. */
    boolean isRefusedByKubelet() {
        var lasting = failures.stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .toList();
        return !lasting.isEmpty() && lasting.stream().allMatch(PredictedNodeFilterFailure::isByKubelet);
    }

    /** Returns the device that nodes without a kubelet refusal have, but none in a sufficient amount; empty for none. */
    static Optional<ResourceShortfall> largestDeviceShortfall(List<NodeFitResult> nodes) {
        return nodes.stream().filter(node -> !node.isRefusedByKubelet()).flatMap(node -> node.resources().stream())
                .filter(shortfall -> shortfall.isDevice() && shortfall.allocatable() > 0)
                .max(Comparator.comparingLong(ResourceShortfall::allocatable)).filter(ResourceShortfall::isPermanent);
    }

    /** Returns the decisive failures as text that is the same for similar nodes; empty where the node fits. */
    public String leadingReasonText() {
        return decisiveFailures().stream().map(PredictedNodeFilterFailure::briefText)
                .collect(SentenceJoiner.toClauses());
    }

    /** Returns the amounts of the resources that are decisive and advertised; empty for none. */
    public String decisiveAmountsText() {
        var lacks = decisiveFailures().stream().flatMap(failure -> failure.shortfall().stream())
                .filter(shortfall -> shortfall.allocatable() > 0).toList();
        if (lacks.size() == 1) {
            return lacks.getFirst().freeText();
        }
        return lacks.stream().map(ResourceShortfall::namedFreeText).collect(SentenceJoiner.toClauses());
    }

    private List<PredictedNodeFilterFailure> decisiveFailures() {
        return switch (status()) {
            case FITS, MAY_FIT -> List.<PredictedNodeFilterFailure>of();
            case FULL -> failures;
            case CLOSED -> failuresBy(NodeFilterFailureEndCondition.CLOSED, NodeFilterFailureEndCondition.OTHERS);
            case OTHER_LAYOUT -> failuresBy(NodeFilterFailureEndCondition.LAYOUT, NodeFilterFailureEndCondition.OTHERS,
                    NodeFilterFailureEndCondition.CLOSED);
            case UNSUITABLE -> List.of(decisiveFailure());
            case NO_DEVICES -> failures.stream().filter(this::isAbsentDevice).toList();
        };
    }

    private List<PredictedNodeFilterFailure> failuresBy(NodeFilterFailureEndCondition... order) {
        return Stream.of(order)
                .flatMap(condition -> failures.stream().filter(failure -> failure.blocker() == condition)).toList();
    }

    /** Returns the failures beside the MIG layout. */
    List<String> obstaclesBesideLayout() {
        return failures.stream().filter(failure -> failure.blocker() != NodeFilterFailureEndCondition.LAYOUT)
                .map(PredictedNodeFilterFailure::briefText).toList();
    }

    /** Returns the decisive lasting failure: other filters before resources, devices before other resources. */
    private PredictedNodeFilterFailure decisiveFailure() {
        return failures.stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .min(Comparator.comparing(
                        (PredictedNodeFilterFailure failure) -> failure.isOf(SchedulerPlugin.NODE_RESOURCES_FIT))
                        .thenComparing(failure -> failure.shortfall().filter(ResourceShortfall::isDevice).isEmpty())
                        .thenComparing(NodeFitResult::hasSomeAllocatable))
                .orElseGet(failures::getFirst);
    }

    private static boolean hasSomeAllocatable(PredictedNodeFilterFailure failure) {
        return failure.shortfall().filter(shortfall -> shortfall.allocatable() == 0).isEmpty();
    }
}
