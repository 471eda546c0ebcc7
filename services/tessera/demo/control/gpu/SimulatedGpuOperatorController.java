package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedEvent;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.fixture.plan.SimulatedClusterPolicySpec;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.write.SimulatedClusterPolicyStatus;
import tessera.demo.fixture.write.SimulatedOperandTemplateRenderer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/**
 * The simulated GPU operator: while its pod runs, it maintains the operands' DaemonSets, the labels of nodes that select
 * them, and the policy's status.
 */
final class SimulatedGpuOperatorController extends SimulatedGpuStackController {

    private static final Duration SETTLING = Duration.ofSeconds(1);
    private static final String NAME = "gpu-operator";
    private static final String FEATURE = "feature.node.kubernetes.io/";
    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    private static final String CAPABLE = "nvidia.com/mig.capable";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final List<String> SIGNS = List.of("feature.node.kubernetes.io/pci-10de.present",
            "feature.node.kubernetes.io/pci-0302_10de.present", "feature.node.kubernetes.io/pci-0300_10de.present");
    private static final List<String> DIVISIBLE = List.of("h100", "a100", "a30");

    /** The operator's own Deployment, by namespace; only where it is ready. */
    private final Map<String, Boolean> offices = new HashMap<>();
    private BooleanSupplier upgrading = () -> false;
    private boolean scheduled;

    SimulatedGpuOperatorController(GpuStackKnowledge knowledge) {
        super(knowledge, NAME, "nvidia-gpu-operator");
        policies.addListener(this::scheduleReconcile);
        policies.addListener(this::scheduleAllNodes);
        nodes.addListener((_, node) -> scheduleNode(node.name()));
        loop.follow(types.deployments(), this::deploymentChanged);
        loop.follow(types.daemonSets(), (_, set) -> {
            if (SimulatedGpuOperand.forDaemonSet(SimulatedMetadata.nameOf(set)).isPresent()) {
                scheduleReconcile();
            }
        });
    }

    private void deploymentChanged(WatchEventType kind, ObjectNode deployment) {
        if (SimulatedMetadata.nameOf(deployment).equals(NAME)) {
            boolean ready = kind != WatchEventType.DELETED && deployment.at("/status/readyReplicas").asInt() > 0;
            var before = offices.put(SimulatedMetadata.namespaceOf(deployment), ready);
            if (before == null || before != ready) {
                scheduleReconcile();
                scheduleAllNodes();
            }
        }
    }

    /** Sets the check for driver upgrades in progress, during which the driver operand is not ready. */
    void setUpgradeCheck(BooleanSupplier question) {
        upgrading = question;
    }

    /** Returns the namespace in which the operator's pod runs; empty if it does not run. */
    Optional<String> operatorNamespace() {
        return offices.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
    }

    void scheduleReconcile() {
        if (!scheduled) {
            scheduled = true;
            loop.runAfter(SETTLING, () -> {
                scheduled = false;
                reconcile();
            });
        }
    }

    private void reconcile() throws SimulatedApiException {
        var office = operatorNamespace();
        var inForce = policies.oldest();
        if (office.isEmpty() || inForce.isEmpty()) {
            return;
        }
        for (var other : policies.policiesByName().values()) {
            if (!other.equals(inForce.get()) && !other.path("status").path("state").asText("").equals("ignored")) {
                editPolicyStatus(other, status -> status.put("state", "ignored"));
            }
        }
        var policy = policies.effectiveSpec();
        var unready = new ArrayList<String>();
        for (var operand : SimulatedGpuOperand.allOperands()) {
            boolean wanted = policy.isEnabled(operand) && (!context.lean() || operand.scriptLine().lean());
            var set = component.find(types.daemonSets(), office.get(), operand.daemonSet());
            if (wanted) {
                var kept = applyDaemonSet(operand, policy, set, office.get());
                boolean driver = operand.daemonSet().equals(SimulatedGpuOperand.DRIVER);
                if (!isReady(kept, !driver) || (driver && upgrading.getAsBoolean())) {
                    unready.add(operand.state());
                }
            } else if (set != null && !SimulatedMetadata.isDeleting(set)) {
                component.deleteInBackground(types.daemonSets(), set);
            }
        }
        writePolicyStatus(inForce.get(), office.get(), unready);
    }

    private ObjectNode applyDaemonSet(SimulatedGpuOperand operand, SimulatedClusterPolicySpec policy,
            @Nullable ObjectNode set, String namespace) throws SimulatedApiException {
        var wanted = SimulatedOperandTemplateRenderer.newDaemonSet(operand, policy, namespace);
        if (set == null) {
            var fresh = wanted.deepCopy();
            policies.oldest().ifPresent(owner -> SimulatedMetadata.setController(fresh,
                    owner.deepCopy().put("apiVersion", "nvidia.com/v1").put("kind", "ClusterPolicy")));
            return component.create(types.daemonSets(), fresh);
        }
        var applied = wanted.path("metadata").path("annotations").path(SimulatedOperandTemplateRenderer.APPLIED)
                .asText("");
        if (set.path("metadata").path("annotations").path(SimulatedOperandTemplateRenderer.APPLIED).asText("")
                .equals(applied)) {
            return set;
        }
        return component.edit(types.daemonSets(), set, draft -> {
            var spec = draft.withObjectProperty("spec");
            SimulatedMetadata.annotationsOf(draft).put(SimulatedOperandTemplateRenderer.APPLIED, applied);
            spec.set("template", wanted.path("spec").path("template").deepCopy());
            spec.set("updateStrategy", wanted.path("spec").path("updateStrategy").deepCopy());
        });
    }

    /** @param updated whether all pods must be those of the newest template */
    private static boolean isReady(JsonNode set, boolean updated) {
        var status = set.path("status");
        int desired = status.path("desiredNumberScheduled").asInt();
        return status.path("observedGeneration").asLong() >= SimulatedMetadata.generationOf(set)
                && status.path("numberReady").asInt() >= desired
                && (!updated || status.path("updatedNumberScheduled").asInt() >= desired);
    }

    private void writePolicyStatus(ObjectNode policy, String namespace, List<String> unready)
            throws SimulatedApiException {
        boolean features = false;
        boolean gpus = false;
        for (var node : loop.objects().store().list(types.nodes(), "").objects()) {
            var labels = node.toTree().path("metadata").path("labels");
            features |= labels.propertyStream().anyMatch(label -> label.getKey().startsWith(FEATURE));
            gpus |= labels.path(SimulatedGpuNodeRegistry.PRESENT).asText().equals("true");
        }
        SimulatedClusterPolicyStatus policyStatus;
        if (!features) {
            policyStatus = SimulatedClusterPolicyStatus.withoutFeatures();
        } else if (!gpus) {
            policyStatus = SimulatedClusterPolicyStatus.withoutGpus();
        } else {
            policyStatus = SimulatedClusterPolicyStatus.forUnready(unready);
        }
        var now = SimulatedTimestampFormat.secondsText(component.now());
        var wanted = policyStatus.statusObject(namespace, now, policy.path("status"));
        if (!wanted.equals(policy.path("status"))) {
            boolean turned = !policy.path("status").path("state").asText("").equals(policyStatus.stateName());
            editPolicyStatus(policy, status -> status.removeAll().setAll(wanted));
            if (turned) {
                policies.resourceType()
                        .ifPresent(type -> component.recordEvent(type, policy,
                                new SimulatedEvent(policyStatus.healthy() ? "Normal" : "Warning", policyStatus.reason(),
                                        policyStatus.message(), "")));
            }
        }
    }

    private void editPolicyStatus(ObjectNode policy, Consumer<ObjectNode> change) throws SimulatedApiException {
        var type = policies.resourceType();
        if (type.isPresent()) {
            component.editStatus(type.get(), policy, change);
        }
    }

    private void scheduleNode(String name) {
        loop.schedule(List.of("gates", name), () -> {
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
        if (operatorNamespace().isEmpty() || policies.oldest().isEmpty()) {
            return;
        }
        var before = SimulatedStoreJsonCodec.newObject();
        node.labels().forEach(before::put);
        var after = before.deepCopy();
        updateLabels(after);
        if (!after.equals(before)) {
            editLabels(node.name(), this::updateLabels);
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
        boolean divisible = labels.has(CAPABLE) ? labels.path(CAPABLE).asText().equals("true")
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
}
