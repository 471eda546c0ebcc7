package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.text.Reason;

/** A part of the sentence of a {@link PendingReason}. */
public sealed interface PendingReasonPhrase extends Reason {

    /** The kinds of resources that have a noun of their own. */
    enum ResourceNounKind {
        GPU,
        SHARE,
        MIG_INSTANCE,
        CPU,
        MEMORY,
        DISK,
        POD_SLOT,
        OTHER
    }

    /**
     * The noun for so many units of a resource.
     *
     * @param name without the domain, where the kind does not say it
     */
    record ResourceNoun(ResourceNounKind kind, String name, long count) implements PendingReasonPhrase {}

    /**
     * Devices that a claim requests.
     *
     * @param selected whether the request has selectors of its own beside those of the DeviceClass
     */
    record DeviceDemand(String deviceClass, boolean all, long count, boolean selected) implements PendingReasonPhrase {}

    /** Free devices on nodes that do not take the pod. */
    record FreeElsewhere(long closed, long tainted) implements PendingReasonPhrase {}

    /** The cause why the scheduler leaves nodes out before it looks at their room. */
    record ExclusionCause(NodeRejectionKind kind) implements PendingReasonPhrase {}

    /**
     * Nodes that the scheduler rejects for one cause.
     *
     * @param schedulerReason the cause in the scheduler's words
     */
    record NodeRejections(NodeRejectionKind kind, int nodes, String schedulerReason) implements PendingReasonPhrase {}

    /** Nodes that do not offer a resource at all. */
    record NodesWithoutResource(int nodes, ResourceNoun unit) implements PendingReasonPhrase {}

    /**
     * Resources that nodes are short of.
     *
     * @param everyNode whether each of them is short of all
     * @param empty whether also without pods
     */
    record MissingResources(List<ResourceNoun> resources, boolean everyNode,
            boolean empty) implements PendingReasonPhrase {

        public MissingResources {
            resources = List.copyOf(resources);
        }
    }

    /**
     * Nodes that are short of a resource.
     *
     * @param nodes the number of nodes; 0 where the scheduler's message does not tell
     */
    record NodeShortages(int nodes, MissingResources missing) implements PendingReasonPhrase {}

    /** The ways in which a suitable node is closed to a pod. */
    enum NodeClosureKind {
        /** By an owner that the node tells, or by somebody. */
        CORDON,
        TROUBLE,
        /** By the taint of an owner that removes it again. */
        OWNER,
        WITHHELD_DEVICES,
        TAINT
    }

    /**
     * A way in which a suitable node is closed to a pod.
     *
     * @param detail who cordoned it, what is wrong with it, or its taint
     */
    record NodeClosure(NodeClosureKind kind, String detail) {}

    /** Suitable nodes that are closed to a pod in one way. */
    record ClosedNodeCount(NodeClosureKind kind, String detail, int nodes) implements PendingReasonPhrase {}

    /** An obstacle with the number of nodes that have it. */
    record ObstacleCount(String obstacle, long nodes) implements PendingReasonPhrase {}

    /** A value of a label with the number of nodes that have it. */
    record LabelValueCount(String value, int nodes) implements PendingReasonPhrase {}

    /** A selector with the number of nodes that it matches. */
    record SelectorMatchCount(String selector, long nodes) implements PendingReasonPhrase {}

    /** Nodes that are not selected only because sharing changes the label of their product. */
    record SharedProductNodes(List<String> nodes, String label) implements PendingReasonPhrase {

        public SharedProductNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A proposal to request less.
     *
     * @param tolerations the tolerations that the smaller request needs
     * @param largerNodes nodes that have more and are closed to the pod
     * @param closures the reasons why they are closed
     */
    record SmallerRequest(RequestedAmount amount, List<String> tolerations, List<String> largerNodes,
            List<String> closures) implements PendingReasonPhrase {

        public SmallerRequest {
            tolerations = List.copyOf(tolerations);
            largerNodes = List.copyOf(largerNodes);
            closures = List.copyOf(closures);
        }
    }

    /** A proposal to request a resource of a similar name. */
    record SimilarResource(String similar, String resource) implements PendingReasonPhrase {}

    /**
     * A proposal to advertise MIG instances by their profile.
     *
     * @param strategy the MIG strategy of the nodes, which never does
     */
    record MixedMigStrategy(List<String> nodes, String strategy) implements PendingReasonPhrase {

        public MixedMigStrategy {
            nodes = List.copyOf(nodes);
        }
    }

    /** A proposal to select other GPU products. */
    record OtherProducts(List<String> products) implements PendingReasonPhrase {

        public OtherProducts {
            products = List.copyOf(products);
        }
    }

    /** A proposal to select other nodes. */
    record LargerNodes(List<String> nodes) implements PendingReasonPhrase {

        public LargerNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** A proposal to drop a selector, with the nodes that meet everything else. */
    record SelectorRelaxation(String selector, List<String> nodes) implements PendingReasonPhrase {

        public SelectorRelaxation {
            nodes = List.copyOf(nodes);
        }
    }

    /** A remark that other constraints may block the pod as well. */
    record UncheckedConstraints(List<String> constraints) implements PendingReasonPhrase {

        public UncheckedConstraints {
            constraints = List.copyOf(constraints);
        }
    }

    /** A remark that nodes came or went since the scheduler reported. */
    record ChangedNodeCount(int reported, int current) implements PendingReasonPhrase {}

    /** A remark that closed nodes may be suitable. */
    record ClosedNodesUnchecked() implements PendingReasonPhrase {}

    /** A remark that an init container determines the request. */
    record InitContainerRequest(String container, String resource) implements PendingReasonPhrase {}

    /** A remark that a RuntimeClass adds to the request. */
    record RuntimeClassOverhead(String amount, String resource) implements PendingReasonPhrase {}

    /** A remark that a toleration differs from the taint of the same key. */
    record TolerationMismatch(String key, boolean otherValue, String value, String taintValue, Optional<String> effect,
            String taintEffect) implements PendingReasonPhrase {

        static TolerationMismatch of(Toleration toleration, Taint taint) {
            boolean anyEffect = toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
            boolean anyValue = toleration.operator().equals("Exists") || toleration.value().equals(taint.value());
            return new TolerationMismatch(taint.key(), !anyValue, toleration.value(), taint.value(),
                    anyEffect ? Optional.empty() : Optional.of(toleration.effect()), taint.effect());
        }
    }

    /** A remark that the scheduler keeps a node for the pod. */
    record NominatedNode(String node, boolean evicting) implements PendingReasonPhrase {}

    /** A remark that pods of lower priority are in the way. */
    record LowerPriorityPods(List<String> nodes, boolean preempts) implements PendingReasonPhrase {

        public LowerPriorityPods {
            nodes = List.copyOf(nodes);
        }
    }

    /** A remark that the node meant for the pod is not ready. */
    record NominatedNodeNotReady(String node, String condition) implements PendingReasonPhrase {}

    /** A remark on what a node has. */
    record NodeObstacle(String node, String obstacle) implements PendingReasonPhrase {}

    /** A remark that a queue, an autoscaler or a driver explains. */
    record ExplainedStatus(String sentence) implements PendingReasonPhrase {}

    /** A remark with the message of the pod's queue. */
    record QueueMessage(String message) implements PendingReasonPhrase {}
}
