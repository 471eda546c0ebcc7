package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.text.Reason;

/** The causes of a scheduler's rejection of nodes beside missing resources, by its words for them. Told after a number of nodes. */
public enum NodeRejectionKind implements Reason {
    TAINT("node(s) had untolerated taint", "node(s) had taint"),
    SELECTOR(NodeRejectionReason.NODE_AFFINITY.message(), NodeRejectionReason.NOT_IN_PREFILTER_RESULT.message()),
    CORDON(NodeRejectionReason.UNSCHEDULABLE.message()),
    NODE_NAME(NodeRejectionReason.NODE_NAME.message()),
    PORT("node(s) didn't have free ports"),
    TOPOLOGY_LABEL(NodeRejectionReason.TOPOLOGY_LABEL_MISSING.message()),
    TOPOLOGY_SPREAD(NodeRejectionReason.TOPOLOGY_SKEW.message()),
    ANTI_AFFINITY(NodeRejectionReason.POD_ANTI_AFFINITY.message()),
    EXISTING_ANTI_AFFINITY(NodeRejectionReason.EXISTING_POD_ANTI_AFFINITY.message()),
    CLAIMED_DEVICES("cannot allocate all claims"),
    CLAIM_ELSEWHERE("resourceclaim not available on the node"),
    NO_FREE_VOLUME(NodeRejectionReason.NO_VOLUME_TO_BIND.message()),
    VOLUME_REACH(NodeRejectionReason.VOLUME_NODE_AFFINITY.message(), "node(s) had volume node affinity conflict",
            NodeRejectionReason.VOLUME_ZONE.message()),
    VOLUME_CLAIM_USE(NodeRejectionReason.CLAIM_OF_ANOTHER_POD.message()),
    AFFINITY(NodeRejectionReason.POD_AFFINITY.message()),
    /** Words that are not known here. */
    OTHER;

    @SuppressWarnings("ImmutableEnumChecker") // An immutable list.
    private final List<String> prefixes;

    NodeRejectionKind(String... prefixes) {
        this.prefixes = List.of(prefixes);
    }

    /** Returns the kind of a reason in the scheduler's words. */
    static NodeRejectionKind of(String schedulerReason) {
        return Stream.of(values()).filter(kind -> kind.prefixOf(schedulerReason).isPresent()).findFirst().orElse(OTHER);
    }

    private Optional<String> prefixOf(String schedulerReason) {
        return prefixes.stream().filter(schedulerReason::startsWith).findFirst();
    }

    /** Returns whether the scheduler looks at it before the room of a node. */
    boolean isBeforeResources() {
        return compareTo(PORT) <= 0;
    }
}
