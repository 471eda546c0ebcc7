package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The labels by which the operator says that a node has GPUs, and which operands are let onto it. */
final class DeployLabels {

    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    private static final String CAPABLE = "nvidia.com/mig.capable";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");
    private static final List<String> DIVISIBLE = List.of("h100", "a100", "a30");

    private final GpuStackContext ground;
    private final SimulatedGpuNodes nodes;
    private final ClusterPolicies policies;
    private final GpuOperatorController operator;
    private final ControlComponent component;

    DeployLabels(GpuStackContext ground, SimulatedGpuNodes nodes, ClusterPolicies policies,
            GpuOperatorController operator) {
        this.ground = ground;
        this.nodes = nodes;
        this.policies = policies;
        this.operator = operator;
        component = new ControlComponent(ground.loop(), ground.kinds(), "gpu-operator", "nvidia-gpu-operator");
        nodes.listen((_, node) -> look(node.name()));
        policies.listen(this::lookAtAll);
        operator.follow(this::lookAtAll);
    }

    private void look(String name) {
        ground.loop().soon(List.of("gates", name), () -> {
            var node = nodes.find(name);
            if (node.isPresent()) {
                settle(node.get());
            }
        });
    }

    /** Looks at all nodes, because the policy or the operator itself has changed. */
    private void lookAtAll() {
        nodes.all().forEach(node -> look(node.name()));
    }

    private void settle(GpuMachine node) throws ApiError {
        if (operator.office().isEmpty() || policies.inForce().isEmpty()) {
            return;
        }
        var before = StoreJson.object();
        node.labels().forEach(before::put);
        var after = before.deepCopy();
        change(after);
        if (!after.equals(before)) {
            write(node);
        }
    }

    private void change(ObjectNode labels) {
        if (SIGNS.stream().anyMatch(sign -> labels.path(sign).asText().equals("true"))) {
            open(labels);
        } else if (labels.path(SimulatedGpuNodes.PRESENT).asText().equals("true")) {
            close(labels);
            labels.put(SimulatedGpuNodes.PRESENT, "false");
        }
    }

    private void open(ObjectNode labels) {
        labels.put(SimulatedGpuNodes.PRESENT, "true");
        if (labels.path(OPERANDS).asText().equals("false")) {
            close(labels);
            return;
        }
        boolean divisible = labels.has(CAPABLE)
                ? labels.path(CAPABLE).asText().equals("true")
                : DIVISIBLE.stream().anyMatch(labels.path(PRODUCT).asText().toLowerCase(Locale.ROOT)::contains);
        for (var operand : GpuOperand.all()) {
            if (operand.daemonSet().equals(GpuOperand.MIG) && !divisible) {
                labels.remove(operand.label());
            } else if (!labels.has(operand.label())) {
                labels.put(operand.label(), "true");
            }
        }
        var usual = policies.policy().usualMigConfig();
        if (divisible && !usual.isEmpty() && !labels.has(SimulatedGpuNodes.MIG_CONFIG)) {
            labels.put(SimulatedGpuNodes.MIG_CONFIG, usual);
        }
    }

    private static void close(ObjectNode labels) {
        GpuOperand.all().forEach(operand -> labels.remove(operand.label()));
    }

    private void write(GpuMachine node) throws ApiError {
        var object = component.find(ground.kinds().nodes(), "", node.name());
        if (object != null) {
            component.edit(ground.kinds().nodes(), object,
                    draft -> change(StoreJson.child(StoreJson.child(draft, "metadata"), "labels")));
        }
    }
}
