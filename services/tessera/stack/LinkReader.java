package tessera.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuNode;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.OperandDeployLabels;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.Snapshot;
import tessera.stack.ChainLink.LinkState;

/** Reads each link of a node on its own, from deploy labels and pods. */
final class LinkReader {

    static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    static final String PRESENT = "nvidia.com/gpu.present";
    private static final String LOST = "the node does not report";
    private static final String PAUSED = "paused-for-";
    private static final Duration JOINING = Duration.ofMinutes(5);
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");

    private final StackObjects objects;
    private final Snapshot snapshot;
    private final Instant now;
    private final OperandCatalog operands = OperandCatalog.standard();
    /** Whether node feature discovery runs anywhere. */
    private final boolean discovered;

    LinkReader(StackObjects objects, Snapshot snapshot, Instant now) {
        this.objects = objects;
        this.snapshot = snapshot;
        this.now = now;
        discovered = snapshot.nodes().stream().anyMatch(node -> discoveryWorker(node).isPresent());
    }

    StackKind kindOf(GpuNode node) {
        return StackKind.ofNode(node, objects);
    }

    ChainLink readLink(StackComponent component, GpuNode node, StackKind kind) {
        if (component == StackComponent.DISCOVERY) {
            return allowForJoining(node, readDiscovery(node, kind));
        }
        if (kind == StackKind.CLAIMS && component != StackComponent.PLUGIN
                && !node.info().facts().label(component.gateLabel()).isEmpty()) {
            return readGatedLink(StackOperand.defaultOperand(component), node, StackKind.CONTAINERS);
        }
        var operand = operands.operandFor(kind, component, node.info());
        if (operand.isEmpty()) {
            return ChainLink.withoutPod(StackOperand.defaultOperand(component), LinkState.ABSENT, "",
                    kind == StackKind.CLAIMS
                            ? "not needed: GPUs here are handed out by claims"
                            : "not needed on such a node");
        }
        return readGatedLink(operand.get(), node, kind);
    }

    /** Reads a link that a node label controls; on a node that has just joined nothing is missing yet. */
    private ChainLink readGatedLink(StackOperand operand, GpuNode node, StackKind kind) {
        return allowForJoining(node, linkFromPod(operand, node, kind));
    }

    private ChainLink allowForJoining(GpuNode node, ChainLink link) {
        var created = node.info().facts().created();
        boolean young = created != null && snapshot.ageOf(created, now).compareTo(JOINING) < 0;
        return young && link.pod() == null && link.state() == LinkState.BROKEN
                ? link.withState(LinkState.STARTING, "joins", "the node has just joined")
                : link;
    }

    private ChainLink linkFromPod(StackOperand operand, GpuNode node, StackKind kind) {
        var facts = node.info().facts();
        var pod = operands.findRunning(kind, operand.component(), node.info()).map(OperandCatalog.FoundOperand::pod);
        var gate = facts.label(operand.gateLabel());
        if (kind != StackKind.OTHERS && (facts.label(OPERANDS).equals("false") || gate.equals("false"))) {
            return ChainLink.withoutPod(operand, LinkState.ABSENT, "", "kept off the node by a label");
        }
        if (gate.equals("pre-installed")) {
            return ChainLink.withoutPod(operand, LinkState.READY, "on the host", "comes with the machine");
        }
        if (gate.startsWith(PAUSED)) {
            return new ChainLink(operand, LinkState.PAUSED, "paused",
                    "paused for a " + gate.substring(PAUSED.length()).replace('-', ' '), pod.orElse(null));
        }
        if (kind == StackKind.CONTAINERS && !gate.equals("true") && operand.component() == StackComponent.MIG) {
            return ChainLink.withoutPod(operand, LinkState.ABSENT, "", "these GPUs cannot be cut");
        }
        if (pod.isEmpty()) {
            return linkWithoutPod(operand, node, kind, gate);
        }
        return isUnreachable(node) ? new ChainLink(operand, LinkState.UNKNOWN, "", LOST, pod.get())
                : PodLinkReader.linkOf(operand, pod.get(), snapshot.ageOf(creationTime(pod.get()), now));
    }

    private Instant creationTime(PodFacts pod) {
        var created = pod.created();
        return created == null ? now : created;
    }

    /** Returns whether the node does not report, so that nothing about its pods is certain. */
    private static boolean isUnreachable(GpuNode node) {
        return node.state() == GpuNode.State.UNREACHABLE;
    }

    /** Returns whether the operator manages the node: it manages only nodes that node feature discovery labelled. */
    private static boolean isManaged(GpuNode node, StackKind kind) {
        return switch (kind) {
            case OTHERS -> false;
            case CLAIMS -> node.info().facts().labels().keySet().stream().anyMatch(
                    label -> label.startsWith(OperandDeployLabels.PREFIX));
            case CONTAINERS, PASSTHROUGH, VGPU -> true;
        };
    }

    private ChainLink readDiscovery(GpuNode node, StackKind kind) {
        boolean managed = isManaged(node, kind);
        var facts = node.info().facts();
        var operand = StackOperand.defaultOperand(StackComponent.DISCOVERY);
        var worker = discoveryWorker(node.info());
        boolean seen = SIGNS.stream().anyMatch(sign -> facts.label(sign).equals("true"));
        if (isUnreachable(node)) {
            return new ChainLink(operand, LinkState.UNKNOWN, "", LOST, worker.orElse(null));
        }
        if (seen) {
            return new ChainLink(operand, LinkState.READY, "", "labels present", worker.orElse(null));
        }
        if (facts.label(PRESENT).equals("true")) {
            return new ChainLink(operand, managed ? LinkState.LOOK : LinkState.READY, "by hand",
                    "told by " + PRESENT + ", not by node feature discovery", worker.orElse(null));
        }
        if (!managed) {
            return new ChainLink(operand, LinkState.ABSENT, "",
                    "no label of node feature discovery, and none is needed",
                    worker.orElse(null));
        }
        if (worker.isPresent()) {
            return new ChainLink(operand, LinkState.BROKEN, "no device", "its worker runs and reports no NVIDIA device",
                    worker.get());
        }
        return ChainLink.withoutPod(operand, seesAllPods() ? LinkState.BROKEN : LinkState.UNKNOWN,
                discovered ? "no worker" : "not deployed",
                "no worker of node feature discovery " + (discovered ? "on the node" : "anywhere"));
    }

    private Optional<PodFacts> discoveryWorker(NodeInfo node) {
        return operands.findRunning(StackKind.CONTAINERS, StackComponent.DISCOVERY, node)
                .map(OperandCatalog.FoundOperand::pod);
    }

    private boolean seesAllPods() {
        return snapshot.podVisibility() == PodVisibility.ALL;
    }

    private ChainLink linkWithoutPod(StackOperand operand, GpuNode node, StackKind kind, String gate) {
        if (kind == StackKind.OTHERS) {
            return linkWithoutOperator(operand, node);
        }
        if (kind == StackKind.CLAIMS && (gate.isEmpty() || !isDeployed(operand, kind))) {
            return ChainLink.withoutPod(operand, LinkState.ABSENT, "", operand.component() == StackComponent.PLUGIN
                    ? "GPUs here are handed out by claims; no pod of their driver is seen"
                    : "not deployed");
        }
        if (!isDeployed(operand, kind)) {
            return ChainLink.withoutPod(operand, LinkState.ABSENT, "", "not deployed by the operator");
        }
        if (isUnreachable(node) || !seesAllPods()) {
            return ChainLink.withoutPod(operand, LinkState.UNKNOWN, "",
                    seesAllPods() ? LOST : "pods of its namespace are not seen");
        }
        if (!gate.equals("true")) {
            return kind == StackKind.CONTAINERS
                    ? ChainLink.withoutPod(operand, LinkState.BROKEN, "no label",
                            "the operator has not let it onto the node")
                    : ChainLink.withoutPod(operand, LinkState.ABSENT, "", "not let onto the node by a label");
        }
        return ChainLink.withoutPod(operand, LinkState.BROKEN, "no pod",
                "no pod although " + operand.gateLabel() + "=true"
                        + taintsText(node.info().facts()));
    }

    private boolean isDeployed(StackOperand operand, StackKind kind) {
        return kind == StackKind.CONTAINERS ? objects.deploysComponent(operand.component())
                : objects.operandSets().result()
                        .map(sets -> sets.stream().anyMatch(set -> operand.ownsDaemonSet(set.name())))
                        .orElse(false);
    }

    /** Returns the link on a node without the operator, which needs only a device plugin. */
    private ChainLink linkWithoutOperator(StackOperand operand, GpuNode node) {
        if (operand.component() != StackComponent.PLUGIN) {
            return ChainLink.withoutPod(operand, LinkState.ABSENT, "", "none is seen on the node");
        }
        if (isUnreachable(node)) {
            return ChainLink.withoutPod(operand, LinkState.UNKNOWN, "", LOST);
        }
        if (node.uses().stream().anyMatch(use -> use.capacity() > 0)) {
            return ChainLink.withoutPod(operand, LinkState.READY, "", seesAllPods()
                    ? "GPUs are offered; what offers them runs on the host"
                    : "GPUs are offered; pods of other namespaces are not seen");
        }
        return ChainLink.withoutPod(operand, seesAllPods() ? LinkState.BROKEN : LinkState.UNKNOWN, "no plugin",
                "nothing on the node offers its GPUs");
    }

    private static String taintsText(NodeFacts facts) {
        return facts.taints().isEmpty() ? ""
                : "; the node has " + facts.taints().size() + " taints: "
                        + String.join(", ", facts.taints().stream().map(Object::toString).toList());
    }

    /** Returns the age of the link's pod; zero without a pod. */
    Duration ageOf(ChainLink link) {
        var pod = link.pod();
        return pod == null ? Duration.ZERO : snapshot.ageOf(creationTime(pod), now);
    }
}
