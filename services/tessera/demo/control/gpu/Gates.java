package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import tessera.demo.control.gpu.GpuNodes.GpuNode;
import tessera.demo.control.loop.Component;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;

/** The labels by which the operator says that a node has GPUs, and which operands are let onto it. */
final class Gates {

    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    private static final String CAPABLE = "nvidia.com/mig.capable";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");
    private static final List<String> DIVISIBLE = List.of("h100", "a100", "a30");

    private final Ground ground;
    private final GpuNodes nodes;
    private final Policies policies;
    private final Operator operator;
    private final Component component;

    Gates(Ground ground, GpuNodes nodes, Policies policies, Operator operator) {
        this.ground = ground;
        this.nodes = nodes;
        this.policies = policies;
        this.operator = operator;
        component = new Component(ground.loop(), ground.kinds(), "gpu-operator", "nvidia-gpu-operator");
        nodes.listen((_, node) -> look(node.name()));
        policies.listen(this::lookAtAll);
        operator.follow(this::lookAtAll);
    }

    private void look(String name) {
        ground.loop().soon(List.of("gates", name), () -> nodes.find(name).ifPresent(this::settle));
    }

    /** Looks at all nodes, because the policy or the operator itself has changed. */
    private void lookAtAll() {
        nodes.all().forEach(node -> look(node.name()));
    }

    private void settle(GpuNode node) {
        if (operator.office().isEmpty() || policies.inForce().isEmpty()) {
            return;
        }
        var labels = (ObjectNode) node.labels().deepCopy();
        if (SIGNS.stream().anyMatch(sign -> node.label(sign).equals("true"))) {
            open(node, labels);
        } else if (node.label(GpuNodes.PRESENT).equals("true")) {
            close(labels);
            labels.put(GpuNodes.PRESENT, "false");
        }
        if (!labels.equals(node.labels())) {
            write(node, labels);
        }
    }

    private void open(GpuNode node, ObjectNode labels) {
        labels.put(GpuNodes.PRESENT, "true");
        if (node.label(OPERANDS).equals("false")) {
            close(labels);
            return;
        }
        boolean divisible = node.labels().has(CAPABLE)
                ? node.label(CAPABLE).equals("true")
                : DIVISIBLE.stream().anyMatch(node.label(PRODUCT).toLowerCase(Locale.ROOT)::contains);
        for (var operand : Operand.all()) {
            if (operand.daemonSet().equals(Operand.MIG) && !divisible) {
                labels.remove(operand.label());
            } else if (!labels.has(operand.label())) {
                labels.put(operand.label(), "true");
            }
        }
        var usual = policies.policy().usualMigConfig();
        if (divisible && !usual.isEmpty() && !labels.has(GpuNodes.MIG_CONFIG)) {
            labels.put(GpuNodes.MIG_CONFIG, usual);
        }
    }

    private static void close(ObjectNode labels) {
        Operand.all().forEach(operand -> labels.remove(operand.label()));
    }

    private void write(GpuNode node, ObjectNode labels) {
        try {
            var object = component.find(ground.kinds().nodes(), "", node.name());
            if (object != null && object.path("metadata").path("labels").equals(node.labels())) {
                component.edit(ground.kinds().nodes(), object,
                        draft -> Json.child(draft, "metadata").set("labels", labels));
            }
        } catch (ApiError changedMeanwhile) {
            look(node.name());
        }
    }
}
