package tessera.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.stack.GpuStackObjects.OperatorPresence;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;
import tessera.text.MessageCatalog;

/** Reads each component of a node on its own, from deploy labels and pods. */
final class NodeGpuStackComponentEvaluator {

    static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    static final String PRESENT = "nvidia.com/gpu.present";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuStackComponentEvaluator.class);
    private static final String NVIDIA = "NVIDIA";
    /** The image whose variants for NVIDIA GPUs run the device plugin as a service of the host. */
    private static final String PLUGIN_IMAGE = "Bottlerocket";
    private static final String PLUGIN_VARIANT = "-nvidia";
    private static final String DRA = OperandDeployLabels.PREFIX + "dra-driver";
    private static final String PAUSED = "paused-for-";
    private static final Duration JOINING = Duration.ofMinutes(5);
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");

    private final GpuStackObjects objects;
    private final ClusterSnapshot clusterSnapshot;
    private final Instant now;
    private final GpuStackOperandCatalog operands = GpuStackOperandCatalog.standard();
    /** Whether node feature discovery runs anywhere. */
    private final boolean discovered;
    private final Map<String, Set<String>> readyPlugins;

    NodeGpuStackComponentEvaluator(GpuStackObjects objects, GpuFleet fleet, Instant now) {
        this.objects = objects;
        this.clusterSnapshot = fleet.snapshot();
        this.now = now;
        discovered = clusterSnapshot.nodes().stream().anyMatch(node -> discoveryWorker(node).isPresent());
        readyPlugins = fleet.nodes().stream()
                .filter(node -> !isUnreachable(node) && kindOf(node) == NodeGpuStackVariant.OTHERS)
                .collect(Collectors.groupingBy(GpuNode::vendor, Collectors.flatMapping(
                        node -> findReadyPlugin(node).map(pod -> pod.namespace() + "/" + pod.owner().name()).stream(),
                        Collectors.toCollection(TreeSet::new))));
    }

    private Optional<PodSummary> findReadyPlugin(GpuNode node) {
        return operands.findRunning(NodeGpuStackVariant.OTHERS, GpuStackComponent.PLUGIN, node.info())
                .filter(found -> GpuStackComponentPodEvaluator
                        .linkOf(found.operand(), found.pod(), clusterSnapshot.ageOf(creationTime(found.pod()), now))
                        .state() == NodeComponentState.READY)
                .map(GpuStackOperandCatalog.FoundOperand::pod);
    }

    /** Returns the names of ready device plugins that no operator installed, by the vendor of their nodes' GPUs. */
    Map<String, Set<String>> readyPlugins() {
        return readyPlugins;
    }

    /** Returns the kind of a node, by its pods and the operator's labels. */
    NodeGpuStackVariant kindOf(GpuNode node) {
        var nodeSummary = node.info().nodeSummary();
        var operator = objects.operatorPresence();
        boolean gated = nodeSummary.labels().keySet().stream()
                .anyMatch(label -> label.startsWith(OperandDeployLabels.PREFIX));
        if (!node.vendor().equals(NVIDIA)) {
            return node.isClaimsOnly() || isServedByClaims(node) ? NodeGpuStackVariant.CLAIMS
                    : NodeGpuStackVariant.OTHERS;
        }
        if (operator != OperatorPresence.ABSENT && OperandDeployLabels.isForPassthrough(nodeSummary)) {
            return NodeGpuStackVariant.PASSTHROUGH;
        }
        if (operator != OperatorPresence.ABSENT && OperandDeployLabels.isForVgpu(nodeSummary)) {
            return NodeGpuStackVariant.VGPU;
        }
        if (node.isClaimsOnly() || isServedByClaims(node)) {
            return NodeGpuStackVariant.CLAIMS;
        }
        boolean managed = switch (operator) {
            case ABSENT -> false;
            // Whether what is not seen manages a node, its labels alone tell.
            case UNKNOWN -> gated;
            case INSTALLED -> gated || !offersDevices(node);
        };
        return managed ? NodeGpuStackVariant.CONTAINERS : NodeGpuStackVariant.OTHERS;
    }

    /** Returns whether a DRA driver runs there and no device plugin offers devices. */
    private boolean isServedByClaims(GpuNode node) {
        return !offersDevices(node) && (node.unpublished() || node.info().nodeSummary().label(DRA).equals("true")
                || operands.findRunning(NodeGpuStackVariant.CLAIMS, GpuStackComponent.PLUGIN, node.info()).isPresent());
    }

    private static boolean offersDevices(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.capacity() > 0);
    }

    NodeGpuStackComponent readLink(GpuStackComponent component, GpuNode node, NodeGpuStackVariant kind) {
        if (component == GpuStackComponent.DISCOVERY) {
            return allowForJoining(node, readDiscovery(node, kind));
        }
        if (kind == NodeGpuStackVariant.CLAIMS && component != GpuStackComponent.PLUGIN
                && !node.info().nodeSummary().label(component.gateLabel()).isEmpty()) {
            return readGatedLink(GpuStackOperand.defaultOperand(component), node, NodeGpuStackVariant.CONTAINERS);
        }
        var operand = operands.operandFor(kind, component, node.info());
        if (operand.isEmpty()) {
            return NodeGpuStackComponent.withoutPod(GpuStackOperand.defaultOperand(component),
                    NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text(kind == NodeGpuStackVariant.CLAIMS ? "link.claims" : "link.unneeded"));
        }
        return readGatedLink(operand.get(), node, kind);
    }

    /** Reads a component that a node label controls; on a node that has just joined nothing is missing yet. */
    private NodeGpuStackComponent readGatedLink(GpuStackOperand operand, GpuNode node, NodeGpuStackVariant kind) {
        return allowForJoining(node, linkFromPod(operand, node, kind));
    }

    private NodeGpuStackComponent allowForJoining(GpuNode node, NodeGpuStackComponent stackComponent) {
        var created = node.info().nodeSummary().created();
        boolean young = created != null && clusterSnapshot.ageOf(created, now).compareTo(JOINING) < 0;
        if (young && stackComponent.pod() == null && stackComponent.state() == NodeComponentState.BROKEN) {
            return stackComponent.withState(NodeComponentState.STARTING, NodeComponentCondition.JOINS,
                    MESSAGES.text("link.joined"));
        }
        return stackComponent;
    }

    private NodeGpuStackComponent linkFromPod(GpuStackOperand operand, GpuNode node, NodeGpuStackVariant kind) {
        var nodeSummary = node.info().nodeSummary();
        var pod = operands.findRunning(kind, operand.component(), node.info())
                .map(GpuStackOperandCatalog.FoundOperand::pod);
        var gate = nodeSummary.label(operand.gateLabel());
        if (kind != NodeGpuStackVariant.OTHERS
                && (nodeSummary.label(OPERANDS).equals("false") || gate.equals("false"))) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.excluded"));
        }
        if (gate.equals("pre-installed")) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.READY, NodeComponentCondition.ON_HOST,
                    MESSAGES.text("link.host"));
        }
        if (gate.startsWith(PAUSED)) {
            return new NodeGpuStackComponent(operand, NodeComponentState.PAUSED, NodeComponentCondition.PAUSED,
                    MESSAGES.text("link.paused", gate.substring(PAUSED.length()).replace('-', ' ')), pod.orElse(null));
        }
        if (kind == NodeGpuStackVariant.CONTAINERS && !gate.equals("true")
                && operand.component() == GpuStackComponent.MIG) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.migUnsupported"));
        }
        if (pod.isEmpty()) {
            return linkWithoutPod(operand, node, kind, gate);
        }
        if (isUnreachable(node)) {
            return new NodeGpuStackComponent(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.unreachable"), pod.get());
        }
        return GpuStackComponentPodEvaluator.linkOf(operand, pod.get(),
                clusterSnapshot.ageOf(creationTime(pod.get()), now));
    }

    private Instant creationTime(PodSummary pod) {
        var created = pod.created();
        return Objects.requireNonNullElse(created, now);
    }

    /** Returns whether the node does not report, so that nothing about its pods is certain. */
    private static boolean isUnreachable(GpuNode node) {
        return node.state() == GpuNodeState.UNREACHABLE;
    }

    /** Returns whether the operator manages the node: it manages only nodes that node feature discovery labelled. */
    private static boolean isManaged(GpuNode node, NodeGpuStackVariant kind) {
        return switch (kind) {
            case OTHERS -> false;
            case CLAIMS -> node.info().nodeSummary().labels().keySet().stream()
                    .anyMatch(label -> label.startsWith(OperandDeployLabels.PREFIX));
            case CONTAINERS, PASSTHROUGH, VGPU -> true;
        };
    }

    private NodeGpuStackComponent readDiscovery(GpuNode node, NodeGpuStackVariant kind) {
        boolean managed = isManaged(node, kind);
        var nodeSummary = node.info().nodeSummary();
        var operand = GpuStackOperand.defaultOperand(GpuStackComponent.DISCOVERY);
        var worker = discoveryWorker(node.info());
        boolean seen = SIGNS.stream().anyMatch(sign -> nodeSummary.label(sign).equals("true"));
        if (isUnreachable(node)) {
            return new NodeGpuStackComponent(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.unreachable"), worker.orElse(null));
        }
        if (seen) {
            return new NodeGpuStackComponent(operand, NodeComponentState.READY, NodeComponentCondition.NONE,
                    MESSAGES.text("link.labelled"), worker.orElse(null));
        }
        if (nodeSummary.label(PRESENT).equals("true")) {
            return new NodeGpuStackComponent(operand, managed ? NodeComponentState.LOOK : NodeComponentState.READY,
                    NodeComponentCondition.BY_HAND, MESSAGES.text("link.labelledManually", PRESENT),
                    worker.orElse(null));
        }
        if (!managed) {
            return new NodeGpuStackComponent(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.unlabelled"), worker.orElse(null));
        }
        if (worker.isPresent()) {
            return new NodeGpuStackComponent(operand, NodeComponentState.BROKEN, NodeComponentCondition.NO_DEVICE,
                    MESSAGES.text("link.noDevice"), worker.get());
        }
        var absence = seesAllPods() ? NodeComponentState.BROKEN : NodeComponentState.UNKNOWN;
        if (discovered) {
            return NodeGpuStackComponent.withoutPod(operand, absence, NodeComponentCondition.NO_WORKER,
                    MESSAGES.text("link.noWorker"));
        }
        return NodeGpuStackComponent.withoutPod(operand, absence, NodeComponentCondition.NOT_DEPLOYED,
                MESSAGES.text("link.noWorkers"));
    }

    private Optional<PodSummary> discoveryWorker(NodeWithBoundPods node) {
        return operands.findRunning(NodeGpuStackVariant.CONTAINERS, GpuStackComponent.DISCOVERY, node)
                .map(GpuStackOperandCatalog.FoundOperand::pod);
    }

    private boolean seesAllPods() {
        return clusterSnapshot.podVisibility() == PodListCompleteness.ALL;
    }

    private NodeGpuStackComponent linkWithoutPod(GpuStackOperand operand, GpuNode node, NodeGpuStackVariant kind,
            String gate) {
        if (kind == NodeGpuStackVariant.OTHERS) {
            return linkWithoutOperator(operand, node);
        }
        var deployed = isDeployed(operand, kind);
        boolean undeployed = !deployed.orElse(true);
        if (kind == NodeGpuStackVariant.CLAIMS && (gate.isEmpty() || undeployed)) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text(
                            operand.component() == GpuStackComponent.PLUGIN ? "link.noDraDriver" : "link.undeployed"));
        }
        if (undeployed) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.undeployedByOperator"));
        }
        if (deployed.isEmpty()) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.deploymentUnread"));
        }
        if (isUnreachable(node) || !seesAllPods()) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text(seesAllPods() ? "link.unreachable" : "link.podsUnseen"));
        }
        if (!gate.equals("true")) {
            if (kind == NodeGpuStackVariant.CONTAINERS) {
                return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.BROKEN,
                        NodeComponentCondition.UNLABELLED, MESSAGES.text("link.unmanaged"));
            }
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.gated"));
        }
        return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.BROKEN, NodeComponentCondition.NO_POD,
                MESSAGES.text("link.noPod", operand.gateLabel(), node.info().nodeSummary().taints()));
    }

    /** Returns whether the operator deploys an operand; empty where that may not be read. */
    private Optional<Boolean> isDeployed(GpuStackOperand operand, NodeGpuStackVariant kind) {
        if (kind == NodeGpuStackVariant.CONTAINERS) {
            return objects.deploysComponent(operand.component());
        }
        return objects.operandSets().result()
                .map(sets -> sets.stream().anyMatch(set -> operand.ownsDaemonSet(set.name())));
    }

    /** Returns the component on a node without the operator, which needs only a device plugin. */
    private NodeGpuStackComponent linkWithoutOperator(GpuStackOperand operand, GpuNode node) {
        if (operand.component() != GpuStackComponent.PLUGIN) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.ABSENT, NodeComponentCondition.NONE,
                    MESSAGES.text("link.notFound"));
        }
        if (isUnreachable(node)) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.unreachable"));
        }
        if (node.uses().stream().anyMatch(use -> use.capacity() > 0)) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.READY, NodeComponentCondition.NONE,
                    MESSAGES.text(seesAllPods() ? "link.pluginOnHost" : "link.pluginUnseen"));
        }
        if (!seesAllPods()) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.podsUnseen"));
        }
        if (!node.info().devices().slicesKnown()) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.slicesUnread"));
        }
        var os = node.info().nodeSummary().system().os();
        if (node.vendor().equals(NVIDIA) && os.startsWith(PLUGIN_IMAGE) && os.contains(PLUGIN_VARIANT)) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.pluginInImage"));
        }
        boolean leftOut = !readyPlugins.getOrDefault(node.vendor(), Set.of()).isEmpty();
        // An operator that is not seen may be about to serve the node.
        if (!leftOut && node.vendor().equals(NVIDIA) && objects.operatorPresence() == OperatorPresence.UNKNOWN) {
            return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.UNKNOWN, NodeComponentCondition.NONE,
                    MESSAGES.text("link.operatorUnread"));
        }
        return NodeGpuStackComponent.withoutPod(operand, NodeComponentState.BROKEN,
                leftOut ? NodeComponentCondition.LEFT_OUT : NodeComponentCondition.NO_PLUGIN,
                MESSAGES.text("link.noPlugin"));
    }

    /** Returns the age of the component's pod; zero without a pod. */
    Duration ageOf(NodeGpuStackComponent stackComponent) {
        var pod = stackComponent.pod();
        return pod == null ? Duration.ZERO : clusterSnapshot.ageOf(creationTime(pod), now);
    }
}
