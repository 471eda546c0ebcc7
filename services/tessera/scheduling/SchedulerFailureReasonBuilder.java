package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.Taint;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.PendingReasonPhrase.ExclusionCause;
import tessera.scheduling.PendingReasonPhrase.MissingResources;
import tessera.scheduling.PendingReasonPhrase.NodeRejections;
import tessera.scheduling.PendingReasonPhrase.NodeShortages;
import tessera.scheduling.PendingReasonPhrase.NodesWithoutResource;
import tessera.scheduling.PendingReasonPhrase.ResourceNoun;
import tessera.scheduling.PendingReasonPhrase.ResourceNounKind;
import tessera.scheduling.SchedulerFailureMessage.NodeRejectionCount;

/**
 * Builds the reason that a scheduler message tells, with the failures of the closest nodes first.
 * Of the nodes that lack something the scheduler tells each lack apart, so that a node counts under several; here it counts
 * once.
 */
final class SchedulerFailureReasonBuilder {

    private static final String LACK = "Insufficient ";
    private static final String PODS = NodeRejectionReason.TOO_MANY_PODS.message();
    private static final ResourceNoun POD_SLOTS = new ResourceNoun(ResourceNounKind.POD_SLOT, "", 0);

    private final SchedulerFailureMessage refusal;
    private final ToLongFunction<String> requested;
    private final Function<String, ResourceNoun> noun;
    private final ToLongFunction<String> roomy;
    private final List<NodeRejectionCount> early = new ArrayList<>();
    private final List<NodeRejectionCount> late = new ArrayList<>();
    private final List<NodeRejectionCount> shortages = new ArrayList<>();

    /**
     * Sorts what a refusal counts.
     *
     * @param requested how much of a device the pod requests; 0 for what is no device
     * @param noun of a resource
     * @param roomy  how many nodes offer a resource, where each of them has enough of it free; else 0
     */
    SchedulerFailureReasonBuilder(SchedulerFailureMessage refusal, ToLongFunction<String> requested,
            Function<String, ResourceNoun> noun, ToLongFunction<String> roomy) {
        this.refusal = refusal;
        this.requested = requested;
        this.noun = noun;
        this.roomy = roomy;
        for (var reason : refusal.reasons().stream()
                .sorted(Comparator.comparingInt(NodeRejectionCount::nodes).reversed()).toList()) {
            if (reason.text().startsWith(LACK) || reason.text().startsWith(PODS)) {
                shortages.add(reason);
            } else if (kindOf(reason).isBeforeResources()) {
                early.add(reason);
            } else {
                late.add(reason);
            }
        }
    }

    private static NodeRejectionKind kindOf(NodeRejectionCount reason) {
        return NodeRejectionKind.of(reason.text());
    }

    /** Returns whether no other pod's end makes a node fit, judged by the first failure that the scheduler reports of each node. */
    boolean isHopeless() {
        boolean nodes = shortages.isEmpty() && late.isEmpty();
        return nodes ? !hasReason(early, NodeRejectionKind.PORT)
                : refusal.preemptionUnhelpful() && !hasReason(late, NodeRejectionKind.AFFINITY);
    }

    /** Returns the prospect of the pod where others may be in its way. */
    PendingPodProspect prospect() {
        // Of several lacks, of which nodes that are not its choice may have some, one may be for good.
        boolean plain = shortages.size() == 1 || !refusal.hasNonMatchingNodes();
        boolean crowd = !shortages.isEmpty() && !refusal.preemptionUnhelpful() && refusal.noVictimsFound();
        if (crowd && late.isEmpty() && !hasReason(early, NodeRejectionKind.PORT) && plain) {
            return PendingPodProspect.LATER;
        }
        return PendingPodProspect.UNKNOWN;
    }

    /** Returns whether a reason besides closed nodes and missing resources is reported. */
    boolean hasOtherReasons() {
        return !late.isEmpty();
    }

    /** Returns whether the message reports nodes that are closed for now. */
    boolean hasTemporaryReasons() {
        return hasReason(early, NodeRejectionKind.CORDON) || early.stream().map(NodeRejectionCount::text)
                .anyMatch(SchedulerFailureReasonBuilder::namesClusterTaint);
    }

    /** Returns whether the message reports taints without naming them. */
    boolean hasUnnamedTaints() {
        return early.stream().map(NodeRejectionCount::text)
                .anyMatch(text -> text.startsWith(NodeRejectionReason.UNTOLERATED_TAINT.message()));
    }

    /** Returns whether it names a taint that the cluster sets and removes itself. */
    private static boolean namesClusterTaint(String text) {
        int from = text.indexOf('{');
        int to = text.indexOf(':', from + 1);
        return from >= 0 && to >= 0 && new Taint(text.substring(from + 1, to), "", "").nodeProblemText().isPresent();
    }

    private static boolean hasReason(List<NodeRejectionCount> reasons, NodeRejectionKind kind) {
        return reasons.stream().anyMatch(reason -> kindOf(reason) == kind);
    }

    PendingReason reason() {
        if (shortages.isEmpty() || !late.isEmpty()) {
            return new PendingReason.NoNodeFits(Stream
                    .concat(Stream.of(late, early).flatMap(List::stream).map(SchedulerFailureReasonBuilder::rejections),
                            shortagePhrase().stream())
                    .toList());
        }
        var missing = missingResource().filter(_ -> !early.isEmpty());
        var causes = early.stream().map(reason -> new ExclusionCause(kindOf(reason))).distinct().toList();
        if (missing.isPresent()) {
            return new PendingReason.OfferingNodesExcluded(roomy.applyAsLong(resourceName(missing.get())),
                    nounOf(missing.get()), causes);
        }
        if (causes.isEmpty()) {
            return roomReason();
        }
        var excluded = new PendingReason.NodesExcluded(countNodes(early), causes);
        // What somebody could open comes before what no pod's end gives.
        return refusal.preemptionUnhelpful() && remainingNodes() > 0 ? excluded.with(roomReason())
                : roomReason().with(excluded);
    }

    private Optional<PendingReasonPhrase> shortagePhrase() {
        if (shortages.isEmpty()) {
            return Optional.empty();
        }
        return missingResource().filter(_ -> remainingNodes() > 0)
                .<PendingReasonPhrase>map(lack -> new NodesWithoutResource(remainingNodes(), nounOf(lack)))
                .or(() -> Optional.of(new NodeShortages(remainingNodes(), missingResources())));
    }

    /** Returns the resource that the remaining nodes lack because they do not offer it at all. */
    private Optional<NodeRejectionCount> missingResource() {
        return shortages.stream()
                .filter(reason -> reason.nodes() == remainingNodes() && roomy.applyAsLong(resourceName(reason)) > 0)
                .findFirst();
    }

    /** Returns the reason of resources missing on the nodes that nothing else excludes. */
    private PendingReason roomReason() {
        long devices = shortages.size() == 1 ? requested.applyAsLong(resourceName(shortages.getFirst())) : 0;
        if (devices == 0 || remainingNodes() == 0) {
            return new PendingReason.MatchingNodesShort(remainingNodes(), missingResources());
        }
        var unit = noun.apply(resourceName(shortages.getFirst()));
        return new PendingReason.MatchingNodesLackDevices(remainingNodes(), devices,
                new ResourceNoun(unit.kind(), unit.name(), devices), refusal.preemptionUnhelpful());
    }

    /** Returns the missing resources, devices first. */
    private MissingResources missingResources() {
        return new MissingResources(
                shortages.stream().map(this::nounOf).distinct()
                        .sorted(Comparator.comparing(SchedulerFailureReasonBuilder::isNoDevice)).toList(),
                shortages.stream().allMatch(reason -> reason.nodes() == remainingNodes()),
                refusal.preemptionUnhelpful());
    }

    private static boolean isNoDevice(ResourceNoun resource) {
        return switch (resource.kind()) {
            case CPU, MEMORY, DISK, POD_SLOT -> true;
            case GPU, SHARE, MIG_INSTANCE, OTHER -> false;
        };
    }

    private ResourceNoun nounOf(NodeRejectionCount reason) {
        return reason.text().startsWith(PODS) ? POD_SLOTS : noun.apply(resourceName(reason));
    }

    /** Returns the noun for what a pod requests beside devices; empty for devices. */
    static Optional<ResourceNoun> plainNoun(String resource) {
        return Optional.ofNullable(switch (resource) {
            case ResourceAmounts.CPU -> ResourceNounKind.CPU;
            case ResourceAmounts.MEMORY -> ResourceNounKind.MEMORY;
            case "ephemeral-storage" -> ResourceNounKind.DISK;
            default -> null;
        }).map(kind -> new ResourceNoun(kind, "", 0));
    }

    /** Returns the number of nodes that only lack resources; 0 if the scheduler's numbers do not tell. */
    private int remainingNodes() {
        int left = refusal.nodes() - countNodes(early) - countNodes(late);
        int maximum = shortages.stream().mapToInt(NodeRejectionCount::nodes).max().orElse(0);
        return left >= maximum && left <= countNodes(shortages) ? left : 0;
    }

    private static int countNodes(List<NodeRejectionCount> reasons) {
        return reasons.stream().mapToInt(NodeRejectionCount::nodes).sum();
    }

    private static String resourceName(NodeRejectionCount reason) {
        return reason.text().startsWith(LACK) ? reason.text().substring(LACK.length()) : "";
    }

    private static NodeRejections rejections(NodeRejectionCount reason) {
        return new NodeRejections(kindOf(reason), reason.nodes(), reason.text());
    }
}
