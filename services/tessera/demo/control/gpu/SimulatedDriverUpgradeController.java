package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/**
 * Driver upgrades, node by node: cordons the node, removes its GPU pods, restarts the driver pod and uncordons. Where a pod cannot be made to leave, the node's upgrade fails and it stays cordoned.
 */
final class SimulatedDriverUpgradeController {

    static final String STATE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String SKIP = "nvidia.com/gpu-driver-upgrade.skip";
    private static final String INITIAL = "nvidia.com/gpu-driver-upgrade.node-initial-state.unschedulable";
    private static final String PAUSED = "paused-for-driver-upgrade";
    private static final String REVISION = "controller-revision-hash";
    private static final String REQUIRED = "upgrade-required";
    private static final String DONE = "upgrade-done";
    private static final String FAILED = "upgrade-failed";
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    private static final Duration UNLOADING = Duration.ofSeconds(6);
    private static final Duration STARTING = Duration.ofMinutes(10);
    private static final Duration VALIDATING = Duration.ofMinutes(10);

    private final SimulatedGpuStackContext context;
    private final SimulatedGpuNodeRegistry nodes;
    private final SimulatedGpuOperandPods operands;
    private final SimulatedClusterPolicies policies;
    private final SimulatedGpuOperatorController operator;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, NodeUpgradeRun> runs = new HashMap<>();
    private boolean scheduled;

    /**
     * The upgrade of one node.
     *
     * @param oldPodUid uid of the driver's pod that is to go
     * @param leaving how long pods may take to leave
     */
    private record NodeUpgradeRun(String node, String oldPodUid, SimulatedPollingTimeout leaving,
            SimulatedPollingTimeout starting,
            SimulatedPollingTimeout validating) {}

    @FunctionalInterface
    private interface DriverUpgradeStepFunction {
        void perform(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException;
    }

    SimulatedDriverUpgradeController(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
            SimulatedGpuOperandPods operands,
            SimulatedClusterPolicies policies,
            SimulatedGpuOperatorController operator) {
        this.context = context;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.operator = operator;
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "gpu-operator",
                "nvidia-gpu-operator");
        context.loop().follow(context.types().daemonSets(), (_, set) -> {
            if (SimulatedStoreJsonCodec.textAt(set, "metadata", "name").equals(SimulatedGpuOperand.DRIVER)) {
                scheduleSweep();
            }
        });
        nodes.addListener((before, node) -> {
            if (before != null && !before.label(STATE).equals(node.label(STATE))) {
                scheduleSweep();
            }
        });
        operator.setUpgradeCheck(() -> !runs.isEmpty() || nodes.allNodes().stream().anyMatch(this::isOutdated));
    }

    private void scheduleSweep() {
        if (!scheduled) {
            scheduled = true;
            context.loop().runAfter(BETWEEN, () -> {
                scheduled = false;
                sweepNodes();
            });
        }
    }

    private void sweepNodes() throws SimulatedApiException {
        var upgrades = policies.effectiveSpec().upgradePolicy();
        if (operator.operatorNamespace().isEmpty() || !upgrades.path("autoUpgrade").asBoolean(true)) {
            return;
        }
        for (var node : nodes.allNodes()) {
            var state = node.label(STATE);
            if ((state.isEmpty() || state.equals(DONE)) && isOutdated(node) && !node.label(SKIP).equals("true")) {
                requestUpgrade(node.name());
            } else if (state.equals(FAILED) && upToDate(node)) {
                enterState(begun(node.name(), Duration.ZERO), "uncordon-required", this::uncordon);
            }
        }
        int maximum = upgrades.path("maxParallelUpgrades").asInt(1);
        for (var node : nodes.allNodes()) {
            if (node.label(STATE).equals(REQUIRED) && (maximum == 0 || runs.size() < maximum)
                    && !runs.containsKey(node.name()) && context.machines().isAlive(node.name())) {
                beginUpgrade(node.name(), Duration.ofSeconds(upgrades.at("/podDeletion/timeoutSeconds").asInt(300)));
            }
        }
    }

    private void beginUpgrade(String node, Duration leaving) throws SimulatedApiException {
        enterState(begun(node, leaving), "cordon-required", this::cordon);
    }

    private NodeUpgradeRun begun(String node, Duration leaving) {
        var run = new NodeUpgradeRun(node, findDriverPod(node).map(SimulatedControllerCachedPod::uid).orElse(""),
                new SimulatedPollingTimeout(leaving),
                new SimulatedPollingTimeout(STARTING),
                new SimulatedPollingTimeout(VALIDATING));
        runs.put(node, run);
        return run;
    }

    /** Requests an upgrade; a node that was already cordoned stays so afterwards. */
    private void requestUpgrade(String name) throws SimulatedApiException {
        editNode(name, object -> {
            var metadata = SimulatedStoreJsonCodec.childObject(object, "metadata");
            if (object.path("spec").path("unschedulable").asBoolean()) {
                SimulatedStoreJsonCodec.childObject(metadata, "annotations").put(INITIAL, "true");
            }
            SimulatedStoreJsonCodec.childObject(metadata, "labels").put(STATE, REQUIRED);
        });
    }

    private Optional<SimulatedControllerCachedPod> findDriverPod(String node) {
        return context.pods().onNode(node).stream()
                .filter(cachedPod -> SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.DRIVER))
                .findFirst();
    }

    /** Returns whether a node's driver pod was created from an older template of the DaemonSet. */
    private boolean isOutdated(SimulatedGpuMachine node) {
        var card = findDriverPod(node.name());
        if (card.isEmpty()) {
            return false;
        }
        var set = component.find(context.types().daemonSets(), card.get().namespace(), SimulatedGpuOperand.DRIVER);
        return set != null && !SimulatedPodTemplateHasher.revisionName(set.path("spec").path("template"))
                .equals(card.get().labels().get(REVISION));
    }

    /** Whether the driver of a node that was given up has come to be the one wanted after all, as when that is the former again. */
    private boolean upToDate(SimulatedGpuMachine node) {
        return findDriverPod(node.name()).filter(SimulatedGpuOperandPods::isRunning).isPresent() && !isOutdated(node);
    }

    /** Writes the upgrade state and schedules the next step. */
    private void enterState(NodeUpgradeRun run, String state, DriverUpgradeStepFunction step)
            throws SimulatedApiException {
        setUpgradeState(run.node(), state);
        repeatStep(run, BETWEEN, step);
    }

    private void repeatStep(NodeUpgradeRun run, Duration delay, DriverUpgradeStepFunction step) {
        context.loop().runAfter(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && run.equals(runs.get(run.node()))) {
                step.perform(run, node.get());
            } else {
                runs.remove(run.node(), run);
            }
        });
    }

    private void cordon(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        editNode(run.node(), object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("unschedulable", true));
        enterState(run, "wait-for-jobs-required",
                (same, _) -> enterState(same, "pod-deletion-required", this::deletePods));
    }

    private void deletePods(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        var how = policies.effectiveSpec().upgradePolicy().path("podDeletion");
        var holders = context.pods().onNode(run.node()).stream()
                .filter(cachedPod -> !cachedPod.isTerminal() && usesGpu(cachedPod))
                .toList();
        if (holders.isEmpty()) {
            enterState(run, "pod-restart-required", this::restartDriver);
        } else if (run.leaving().endsAfter(BETWEEN)
                || holders.stream().anyMatch(cachedPod -> !isDeletable(cachedPod, how))) {
            failUpgrade(run);
        } else {
            for (var cachedPod : holders) {
                if (!cachedPod.deleting()) {
                    evictPod(cachedPod);
                }
            }
            repeatStep(run, BETWEEN, this::deletePods);
        }
    }

    private boolean usesGpu(SimulatedControllerCachedPod cachedPod) {
        var pod = component.find(context.types().pods(), cachedPod.namespace(), cachedPod.name());
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> container.path("resources").path("limits").propertyStream())
                .anyMatch(limit -> limit.getKey().equals(SimulatedGpuResourcesAndLabels.GPU)
                        || limit.getKey().startsWith(SimulatedGpuResourcesAndLabels.GPU + ".")
                        || limit.getKey().startsWith("nvidia.com/mig-"));
    }

    /** Returns whether the upgrade may delete a pod, which excludes unmanaged pods and those with emptyDir data. */
    private boolean isDeletable(SimulatedControllerCachedPod cachedPod, JsonNode how) {
        var pod = component.find(context.types().pods(), cachedPod.namespace(), cachedPod.name());
        boolean keeps = pod != null && pod.path("spec").path("volumes").valueStream()
                .anyMatch(volume -> volume.has("emptyDir"));
        return (how.path("force").asBoolean() || !cachedPod.ownerUid().isEmpty())
                && (how.path("deleteEmptyDir").asBoolean() || !keeps);
    }

    private void evictPod(SimulatedControllerCachedPod cachedPod) {
        try {
            context.loop().objects().evictPod(cachedPod.namespace(), cachedPod.name(), SimulatedDeleteOptions.USUAL);
        } catch (SimulatedApiException budget) {
            // It is asked again until the time is over.
        }
    }

    /** Restarts the driver pod after pausing the operands that use it. */
    private void restartDriver(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        changeDeployLabels(run.node(), "true", PAUSED);
        var card = findDriverPod(run.node());
        var pod = card.map(each -> component.find(context.types().pods(), each.namespace(), each.name()));
        if (pod.isPresent()) {
            component.delete(context.types().pods(), pod.get(), SimulatedDeleteOptions.USUAL);
        }
        repeatStep(run, UNLOADING, this::awaitDriver);
    }

    private void awaitDriver(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        var card = findDriverPod(run.node()).filter(each -> !each.uid().equals(run.oldPodUid()));
        if (card.isPresent() && node.labels().containsValue(PAUSED)) {
            changeDeployLabels(run.node(), PAUSED, "true");
        }
        if (card.filter(SimulatedGpuOperandPods::isRunning).isPresent()) {
            enterState(run, "validation-required", this::awaitValidation);
        } else if (run.starting().endsAfter(BETWEEN)) {
            changeDeployLabels(run.node(), PAUSED, "true");
            failUpgrade(run);
        } else {
            repeatStep(run, BETWEEN, this::awaitDriver);
        }
    }

    private void awaitValidation(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        if (!operands.hasDaemonSet(SimulatedGpuOperand.VALIDATOR)
                || operands.findRunning(SimulatedGpuOperand.VALIDATOR, run.node()).isPresent()) {
            enterState(run, "uncordon-required", this::uncordon);
        } else if (run.validating().endsAfter(BETWEEN)) {
            failUpgrade(run);
        } else {
            repeatStep(run, BETWEEN, this::awaitValidation);
        }
    }

    private void uncordon(NodeUpgradeRun run, SimulatedGpuMachine node) throws SimulatedApiException {
        editNode(run.node(), object -> {
            var annotations = SimulatedStoreJsonCodec
                    .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "annotations");
            if (annotations.remove(INITIAL) == null) {
                SimulatedStoreJsonCodec.childObject(object, "spec").remove("unschedulable");
            }
        });
        runs.remove(run.node());
        setUpgradeState(run.node(), DONE);
        operator.scheduleReconcile();
    }

    private void failUpgrade(NodeUpgradeRun run) throws SimulatedApiException {
        runs.remove(run.node());
        setUpgradeState(run.node(), FAILED);
    }

    private void changeDeployLabels(String name, String from, String to) throws SimulatedApiException {
        var others = SimulatedGpuOperand.allOperands().stream().map(SimulatedGpuOperand::deployLabel)
                .filter(label -> !label.equals("nvidia.com/gpu.deploy.driver")).toList();
        editNode(name, object -> {
            var labels = SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"),
                    "labels");
            others.stream().filter(label -> labels.path(label).asText().equals(from))
                    .forEach(label -> labels.put(label, to));
        });
    }

    private void setUpgradeState(String name, String state) throws SimulatedApiException {
        editNode(name,
                object -> SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "labels")
                        .put(STATE, state));
    }

    private void editNode(String name, Consumer<ObjectNode> change) throws SimulatedApiException {
        var object = component.find(context.types().nodes(), "", name);
        if (object != null) {
            component.edit(context.types().nodes(), object, change);
        }
    }
}
