package tessera.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuNode;
import tessera.model.DeployGates;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.Snapshot;
import tessera.stack.ChainLink.LinkState;

/** Reads each link of a node by itself: from the labels that let it onto the node, and from its pod. */
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
        discovered = snapshot.nodes().stream().anyMatch(node -> worker(node).isPresent());
    }

    StackKind kind(GpuNode node) {
        return StackKind.of(node, objects);
    }

    ChainLink read(StackComponent component, GpuNode node, StackKind kind) {
        if (component == StackComponent.DISCOVERY) {
            return joined(node, discovery(node, kind));
        }
        if (kind == StackKind.CLAIMS && component != StackComponent.PLUGIN
                && !node.info().facts().label(component.gate()).isEmpty()) {
            return gated(StackOperand.of(component), node, StackKind.CONTAINERS);
        }
        var operand = operands.of(kind, component, node.info());
        if (operand.isEmpty()) {
            return ChainLink.of(StackOperand.of(component), LinkState.ABSENT, "", kind == StackKind.CLAIMS
                    ? "not needed: GPUs here are handed out by claims"
                    : "not needed on such a node");
        }
        return gated(operand.get(), node, kind);
    }

    /** On a node that has just joined nothing is missing yet. */
    private ChainLink gated(StackOperand operand, GpuNode node, StackKind kind) {
        return joined(node, known(operand, node, kind));
    }

    private ChainLink joined(GpuNode node, ChainLink link) {
        var created = node.info().facts().created();
        boolean young = created != null && snapshot.age(created, now).compareTo(JOINING) < 0;
        return young && link.pod() == null && link.state() == LinkState.BROKEN
                ? link.as(LinkState.STARTING, "joins", "the node has just joined")
                : link;
    }

    private ChainLink known(StackOperand operand, GpuNode node, StackKind kind) {
        var facts = node.info().facts();
        var pod = operands.find(kind, operand.component(), node.info()).map(OperandCatalog.FoundOperand::pod);
        var gate = facts.label(operand.gateLabel());
        if (kind != StackKind.OTHERS && (facts.label(OPERANDS).equals("false") || gate.equals("false"))) {
            return ChainLink.of(operand, LinkState.ABSENT, "", "kept off the node by a label");
        }
        if (gate.equals("pre-installed")) {
            return ChainLink.of(operand, LinkState.READY, "on the host", "comes with the machine");
        }
        if (gate.startsWith(PAUSED)) {
            return new ChainLink(operand, LinkState.PAUSED, "paused",
                    "paused for a " + gate.substring(PAUSED.length()).replace('-', ' '), pod.orElse(null));
        }
        if (kind == StackKind.CONTAINERS && !gate.equals("true") && operand.component() == StackComponent.MIG) {
            return ChainLink.of(operand, LinkState.ABSENT, "", "these GPUs cannot be cut");
        }
        if (pod.isEmpty()) {
            return withoutPod(operand, node, kind, gate);
        }
        return lost(node) ? new ChainLink(operand, LinkState.UNKNOWN, "", LOST, pod.get())
                : PodLink.of(operand, pod.get(), snapshot.age(created(pod.get()), now));
    }

    private Instant created(PodFacts pod) {
        var created = pod.created();
        return created == null ? now : created;
    }

    /** Of a node that does not report, nothing that is told of its pods is true for certain. */
    private static boolean lost(GpuNode node) {
        return node.state() == GpuNode.State.UNREACHABLE;
    }

    /** Whether the operator looks after a node: it takes those on alone that node feature discovery has labelled. */
    private static boolean managed(GpuNode node, StackKind kind) {
        return switch (kind) {
            case OTHERS -> false;
            case CLAIMS -> node.info().facts().labels().keySet().stream().anyMatch(
                    label -> label.startsWith(DeployGates.PREFIX));
            case CONTAINERS, PASSTHROUGH, VGPU -> true;
        };
    }

    private ChainLink discovery(GpuNode node, StackKind kind) {
        boolean managed = managed(node, kind);
        var facts = node.info().facts();
        var operand = StackOperand.of(StackComponent.DISCOVERY);
        var worker = worker(node.info());
        boolean seen = SIGNS.stream().anyMatch(sign -> facts.label(sign).equals("true"));
        if (lost(node)) {
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
        return ChainLink.of(operand, seesPods() ? LinkState.BROKEN : LinkState.UNKNOWN,
                discovered ? "no worker" : "not deployed",
                "no worker of node feature discovery " + (discovered ? "on the node" : "anywhere"));
    }

    private Optional<PodFacts> worker(NodeInfo node) {
        return operands.find(StackKind.CONTAINERS, StackComponent.DISCOVERY, node)
                .map(OperandCatalog.FoundOperand::pod);
    }

    private boolean seesPods() {
        return snapshot.podSight() == PodVisibility.ALL;
    }

    private ChainLink withoutPod(StackOperand operand, GpuNode node, StackKind kind, String gate) {
        if (kind == StackKind.OTHERS) {
            return unserved(operand, node);
        }
        if (kind == StackKind.CLAIMS && (gate.isEmpty() || !deploys(operand, kind))) {
            return ChainLink.of(operand, LinkState.ABSENT, "", operand.component() == StackComponent.PLUGIN
                    ? "GPUs here are handed out by claims; no pod of their driver is seen"
                    : "not deployed");
        }
        if (!deploys(operand, kind)) {
            return ChainLink.of(operand, LinkState.ABSENT, "", "not deployed by the operator");
        }
        if (lost(node) || !seesPods()) {
            return ChainLink.of(operand, LinkState.UNKNOWN, "",
                    seesPods() ? LOST : "pods of its namespace are not seen");
        }
        if (!gate.equals("true")) {
            return kind == StackKind.CONTAINERS
                    ? ChainLink.of(operand, LinkState.BROKEN, "no label", "the operator has not let it onto the node")
                    : ChainLink.of(operand, LinkState.ABSENT, "", "not let onto the node by a label");
        }
        return ChainLink.of(operand, LinkState.BROKEN, "no pod", "no pod although " + operand.gateLabel() + "=true"
                + taints(node.info().facts()));
    }

    private boolean deploys(StackOperand operand, StackKind kind) {
        return kind == StackKind.CONTAINERS ? objects.deploys(operand.component())
                : objects.sets().found().map(sets -> sets.stream().anyMatch(set -> operand.runsAs(set.name())))
                        .orElse(false);
    }

    /** A node without the operator needs what offers its GPUs, and nothing else that can be told from outside. */
    private ChainLink unserved(StackOperand operand, GpuNode node) {
        if (operand.component() != StackComponent.PLUGIN) {
            return ChainLink.of(operand, LinkState.ABSENT, "", "none is seen on the node");
        }
        if (lost(node)) {
            return ChainLink.of(operand, LinkState.UNKNOWN, "", LOST);
        }
        if (node.uses().stream().anyMatch(use -> use.capacity() > 0)) {
            return ChainLink.of(operand, LinkState.READY, "", seesPods()
                    ? "GPUs are offered; what offers them runs on the host"
                    : "GPUs are offered; pods of other namespaces are not seen");
        }
        return ChainLink.of(operand, seesPods() ? LinkState.BROKEN : LinkState.UNKNOWN, "no plugin",
                "nothing on the node offers its GPUs");
    }

    private static String taints(NodeFacts facts) {
        return facts.taints().isEmpty() ? ""
                : "; the node has " + facts.taints().size() + " taints: "
                        + String.join(", ", facts.taints().stream().map(Object::toString).toList());
    }

    /** How long a pod has been there. */
    Duration age(ChainLink link) {
        var pod = link.pod();
        return pod == null ? Duration.ZERO : snapshot.age(created(pod), now);
    }
}
