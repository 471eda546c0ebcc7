package tessera.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tessera.insight.GpuNode;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.Snapshot;
import tessera.stack.Link.State;

/** Reads each link of a node by itself: from the labels that let it onto the node, and from its pod. */
final class LinkReader {

    static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    static final String PRESENT = "nvidia.com/gpu.present";
    private static final String LOST = "the node does not report";
    private static final String PAUSED = "paused-for-";
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");

    private final StackObjects objects;
    private final Snapshot snapshot;
    private final Instant now;

    LinkReader(StackObjects objects, Snapshot snapshot, Instant now) {
        this.objects = objects;
        this.snapshot = snapshot;
        this.now = now;
    }

    Link read(Component component, GpuNode node) {
        var facts = node.info().facts();
        if (component == Component.DISCOVERY) {
            return discovery(node);
        }
        var gate = facts.label(component.gate());
        if (facts.label(OPERANDS).equals("false") || gate.equals("false")) {
            return Link.of(component, State.ABSENT, "", "kept off the node by a label");
        }
        if (gate.equals("pre-installed")) {
            return Link.of(component, State.READY, "on the host", "comes with the machine");
        }
        if (gate.startsWith(PAUSED)) {
            return new Link(component, State.PAUSED, "paused",
                    "paused for a " + gate.substring(PAUSED.length()).replace('-', ' '),
                    PodLink.find(component, node.info()).orElse(null));
        }
        if (gate.isEmpty() && node.byClaims()) {
            return Link.of(component, State.ABSENT, "", "not needed: GPUs here are handed out by claims");
        }
        if (!gate.equals("true") && component == Component.MIG) {
            return Link.of(component, State.ABSENT, "", "these GPUs cannot be cut");
        }
        var pod = PodLink.find(component, node.info());
        if (pod.isEmpty()) {
            return withoutPod(component, node, gate);
        }
        return lost(node) ? new Link(component, State.UNKNOWN, "", LOST, pod.get())
                : PodLink.of(component, pod.get(), snapshot.age(created(pod.get()), now));
    }

    private Instant created(PodFacts pod) {
        var created = pod.created();
        return created == null ? now : created;
    }

    /** Of a node that does not report, nothing that is told of its pods is true for certain. */
    private static boolean lost(GpuNode node) {
        return node.state() == GpuNode.State.UNREACHABLE;
    }

    private Link discovery(GpuNode node) {
        var facts = node.info().facts();
        var worker = PodLink.find(Component.DISCOVERY, node.info());
        boolean seen = SIGNS.stream().anyMatch(sign -> facts.label(sign).equals("true"));
        if (lost(node)) {
            return new Link(Component.DISCOVERY, State.UNKNOWN, "", LOST, worker.orElse(null));
        }
        if (seen) {
            return new Link(Component.DISCOVERY, State.READY, "", "labels present", worker.orElse(null));
        }
        if (facts.label(PRESENT).equals("true")) {
            return new Link(Component.DISCOVERY, State.LOOK, "by hand",
                    "told by " + PRESENT + ", not by node feature discovery", worker.orElse(null));
        }
        return worker.isPresent()
                ? new Link(Component.DISCOVERY, State.BROKEN, "no device",
                        "its worker runs and reports no NVIDIA device", worker.get())
                : Link.of(Component.DISCOVERY, seesPods() ? State.BROKEN : State.UNKNOWN, "no worker",
                        "no worker of node feature discovery on the node");
    }

    private boolean seesPods() {
        return snapshot.podSight() == PodSight.ALL;
    }

    private Link withoutPod(Component component, GpuNode node, String gate) {
        if (!objects.deploys(component)) {
            return Link.of(component, State.ABSENT, "", "not deployed by the operator");
        }
        if (lost(node) || !seesPods()) {
            return Link.of(component, State.UNKNOWN, "",
                    seesPods() ? LOST : "pods of its namespace are not seen");
        }
        if (!gate.equals("true")) {
            return Link.of(component, State.BROKEN, "no label", "the operator has not let it onto the node");
        }
        return Link.of(component, State.BROKEN, "no pod", "no pod although " + component.gate() + "=true"
                + taints(node.info().facts()));
    }

    private static String taints(NodeFacts facts) {
        return facts.taints().isEmpty() ? ""
                : "; the node has " + facts.taints().size() + " taints: "
                        + String.join(", ", facts.taints().stream().map(Object::toString).toList());
    }

    /** How long a pod has been there. */
    Duration age(Link link) {
        var pod = link.pod();
        return pod == null ? Duration.ZERO : snapshot.age(created(pod), now);
    }
}
