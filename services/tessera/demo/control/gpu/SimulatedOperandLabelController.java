package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The operator's labels on nodes with GPUs, which select the operands that run there. */
final class SimulatedOperandLabelController {

    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    private static final String CAPABLE = "nvidia.com/mig.capable";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");
    private static final List<String> DIVISIBLE = List.of("h100", "a100", "a30");

    private final SimulatedGpuStackContext context;
    private final SimulatedGpuNodeRegistry nodes;
    private final SimulatedClusterPolicies policies;
    private final SimulatedGpuOperatorController operator;
    private final SimulatedControlPlaneComponent component;

    SimulatedOperandLabelController(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
            SimulatedClusterPolicies policies,
            SimulatedGpuOperatorController operator) {
        this.context = context;
        this.nodes = nodes;
        this.policies = policies;
        this.operator = operator;
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "gpu-operator",
                "nvidia-gpu-operator");
        nodes.addListener((_, node) -> scheduleNode(node.name()));
        policies.addListener(this::scheduleAllNodes);
        operator.addListener(this::scheduleAllNodes);
    }

    private void scheduleNode(String name) {
        context.loop().schedule(List.of("gates", name), () -> {
            var node = nodes.find(name);
            if (node.isPresent()) {
                updateNode(node.get());
            }
        });
    }

    /** Schedules all nodes, because the policy or the operator itself has changed. */
    private void scheduleAllNodes() {
        nodes.allNodes().forEach(node -> scheduleNode(node.name()));
    }

    private void updateNode(SimulatedGpuMachine node) throws SimulatedApiException {
        if (operator.operatorNamespace().isEmpty() || policies.oldest().isEmpty()) {
            return;
        }
        var before = SimulatedStoreJsonCodec.newObject();
        node.labels().forEach(before::put);
        var after = before.deepCopy();
        updateLabels(after);
        if (!after.equals(before)) {
            writeLabels(node);
        }
    }

    private void updateLabels(ObjectNode labels) {
        if (SIGNS.stream().anyMatch(sign -> labels.path(sign).asText().equals("true"))) {
            enableOperands(labels);
        } else if (labels.path(SimulatedGpuNodeRegistry.PRESENT).asText().equals("true")) {
            disableOperands(labels);
            labels.put(SimulatedGpuNodeRegistry.PRESENT, "false");
        }
    }

    private void enableOperands(ObjectNode labels) {
        labels.put(SimulatedGpuNodeRegistry.PRESENT, "true");
        if (labels.path(OPERANDS).asText().equals("false")) {
            disableOperands(labels);
            return;
        }
        boolean divisible = labels.has(CAPABLE)
                ? labels.path(CAPABLE).asText().equals("true")
                : DIVISIBLE.stream().anyMatch(labels.path(PRODUCT).asText().toLowerCase(Locale.ROOT)::contains);
        for (var operand : SimulatedGpuOperand.allOperands()) {
            if (operand.daemonSet().equals(SimulatedGpuOperand.MIG) && !divisible) {
                labels.remove(operand.deployLabel());
            } else if (!labels.has(operand.deployLabel())) {
                labels.put(operand.deployLabel(), "true");
            }
        }
        var usual = policies.effectiveSpec().defaultMigConfig();
        if (divisible && !usual.isEmpty() && !labels.has(SimulatedGpuNodeRegistry.MIG_CONFIG)) {
            labels.put(SimulatedGpuNodeRegistry.MIG_CONFIG, usual);
        }
    }

    private static void disableOperands(ObjectNode labels) {
        SimulatedGpuOperand.allOperands().forEach(operand -> labels.remove(operand.deployLabel()));
    }

    private void writeLabels(SimulatedGpuMachine node) throws SimulatedApiException {
        var object = component.find(context.types().nodes(), "", node.name());
        if (object != null) {
            component.edit(context.types().nodes(), object,
                    draft -> updateLabels(SimulatedStoreJsonCodec
                            .childObject(SimulatedStoreJsonCodec.childObject(draft, "metadata"), "labels")));
        }
    }
}
