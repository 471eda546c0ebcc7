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

    private void settle(GpuNode node) throws ApiError {
        if (operator.office().isEmpty() || policies.inForce().isEmpty()) {
            return;
        }
        var before = Json.object();
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
        } else if (labels.path(GpuNodes.PRESENT).asText().equals("true")) {
            close(labels);
            labels.put(GpuNodes.PRESENT, "false");
        }
    }

    private void open(ObjectNode labels) {
        labels.put(GpuNodes.PRESENT, "true");
        if (labels.path(OPERANDS).asText().equals("false")) {
            close(labels);
            return;
        }
        boolean divisible = labels.has(CAPABLE)
                ? labels.path(CAPABLE).asText().equals("true")
                : DIVISIBLE.stream().anyMatch(labels.path(PRODUCT).asText().toLowerCase(Locale.ROOT)::contains);
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

    private void write(GpuNode node) throws ApiError {
        var object = component.find(ground.kinds().nodes(), "", node.name());
        if (object != null) {
            component.edit(ground.kinds().nodes(), object,
                    draft -> change(Json.child(Json.child(draft, "metadata"), "labels")));
        }
    }
}
