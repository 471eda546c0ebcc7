package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuNodes;
import tessera.model.NodeFacts;

/**
 * What a node says to a pod.
 *
 * @param objections everything that is against it, in the scheduler's order; none where it fits
 * @param needs      what the pod wants of each resource, and what there is
 */
public record NodeFit(NodeFacts facts, List<FilterFailure> objections, List<ResourceShortfall> needs) {

    private static final GpuNodes GPUS = new GpuNodes(AcceleratorCatalog.standard());

    /** What it comes to. Ordered by how near the node is to taking the pod. */
    public enum NodeFitStatus {
        FITS,
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

    public NodeFit {
        objections = List.copyOf(objections);
        needs = List.copyOf(needs);
    }

    public String name() {
        return facts.name();
    }

    public NodeFitStatus standing() {
        return objections.stream().map(FilterFailure::hold).max(Comparator.naturalOrder()).map(hold -> switch (hold) {
            case OTHERS -> NodeFitStatus.FULL;
            case CLOSED -> NodeFitStatus.CLOSED;
            case LAYOUT -> NodeFitStatus.OTHER_LAYOUT;
            case LASTING -> deviceless() ? NodeFitStatus.NO_DEVICES : NodeFitStatus.UNSUITABLE;
        }).orElse(NodeFitStatus.FITS);
    }

    /** Whether no device of the kind that the pod wants is in the node, by all that the node tells. */
    private boolean deviceless() {
        return objections.stream().anyMatch(this::absent);
    }

    private boolean absent(FilterFailure objection) {
        return objection.hold() == BlockerKind.LASTING && objection.shortage()
                .filter(lack -> lack.device() && lack.allocatable() == 0 && !GPUS.tells(facts, lack.resource()))
                .isPresent();
    }

    /** Whether it could never take the pod. */
    boolean never() {
        return standing().compareTo(NodeFitStatus.UNSUITABLE) >= 0;
    }

    /** Whether nothing but objections of one kind is against it. */
    boolean only(BlockerKind hold) {
        return !objections.isEmpty() && objections.stream().allMatch(each -> each.hold() == hold);
    }

    /** The part that the scheduler tells: it stops at the first check that fails. */
    public List<FilterFailure> told() {
        return objections.stream().filter(each -> each.check() != FilterCheck.KUBELET)
                .takeWhile(each -> each.check() == objections.getFirst().check()).toList();
    }

    /** Whether nothing stands against it for good but its kubelet, of which the scheduler does not know. */
    boolean refused() {
        var lasting = objections.stream().filter(each -> each.hold() == BlockerKind.LASTING).toList();
        return !lasting.isEmpty() && lasting.stream().allMatch(each -> each.check() == FilterCheck.KUBELET);
    }

    /** The device of which nodes that do not refuse it have some, and none has enough; empty where there is none. */
    static Optional<ResourceShortfall> beside(List<NodeFit> nodes) {
        return nodes.stream().filter(node -> !node.refused()).flatMap(node -> node.needs().stream())
                .filter(need -> need.device() && need.allocatable() > 0)
                .max(Comparator.comparingLong(ResourceShortfall::allocatable)).filter(ResourceShortfall::lasting);
    }

    /** Whether evicting pods of the node could help, as far as the scheduler looks. */
    boolean evictable() {
        return told().stream().allMatch(FilterFailure::evictable);
    }

    /**
     * What decides, in words that are the same for nodes that are alike: the hardest of what is against it, and where it
     * is closed whether it is full as well. Empty where it fits.
     */
    public String lead() {
        return switch (standing()) {
            case FITS -> "";
            case FULL -> briefly(BlockerKind.OTHERS);
            case CLOSED ->
                briefly(BlockerKind.CLOSED) + (only(BlockerKind.CLOSED) ? "" : "; and " + briefly(BlockerKind.OTHERS));
            case OTHER_LAYOUT -> briefly(BlockerKind.LAYOUT) + beside();
            case UNSUITABLE -> hardest().brief();
            case NO_DEVICES -> objections.stream().filter(this::absent).map(FilterFailure::brief)
                    .collect(Collectors.joining("; "));
        };
    }

    /** What is against it beside the layout of its GPUs. */
    String beside() {
        var others = objections.stream().filter(each -> each.hold() != BlockerKind.LAYOUT).map(FilterFailure::brief)
                .collect(Collectors.joining("; "));
        return others.isEmpty() ? "" : "; and " + others;
    }

    private String briefly(BlockerKind hold) {
        return objections.stream().filter(each -> each.hold() == hold).map(FilterFailure::brief)
                .collect(Collectors.joining("; "));
    }

    /** What it selects before devices, devices before what every node has some of. */
    private FilterFailure hardest() {
        return objections.stream().filter(each -> each.hold() == BlockerKind.LASTING)
                .min(Comparator.comparing((FilterFailure each) -> each.check() == FilterCheck.RESOURCES)
                        .thenComparing(each -> each.shortage().filter(ResourceShortfall::device).isEmpty())
                        .thenComparing(each -> each.shortage().filter(lack -> lack.allocatable() == 0).isEmpty()))
                .orElseGet(objections::getFirst);
    }
}
