package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedControlLoop.SimulatedControllerTask;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.control.gpu.SimulatedGpuStackController.PollingTimeout;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/**
 * Driver upgrades, node by node: cordons the node, removes its GPU pods, restarts the driver pod and uncordons. Where a pod cannot be made to leave, the node's upgrade fails and it stays cordoned.
 */
final class SimulatedDriverUpgradeController extends SimulatedGpuStackController {

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

    private final SimulatedGpuOperatorController operator;
    private final Map<String, NodeUpgradeRun> runs = new HashMap<>();
    private boolean scheduled;

    /**
     * The upgrade of one node.
     *
     * @param oldPodUid uid of the driver's pod that is to go
     * @param leaving how long pods may take to leave
     */
    private record NodeUpgradeRun(String node, String oldPodUid, PollingTimeout leaving, PollingTimeout starting,
            PollingTimeout validating) {}

    SimulatedDriverUpgradeController(GpuStackKnowledge knowledge, SimulatedGpuOperatorController operator) {
        super(knowledge, "gpu-operator", "nvidia-gpu-operator");
        this.operator = operator;
        loop.follow(types.daemonSets(), (_, set) -> {
            if (SimulatedMetadata.nameOf(set).equals(SimulatedGpuOperand.DRIVER)) {
                scheduleSweep();
            }
        });
        nodes.addListener((before, node) -> {
            if (before != null && node.differsIn(STATE, before)) {
                scheduleSweep();
            }
        });
        operator.setUpgradeCheck(() -> !runs.isEmpty() || nodes.allNodes().stream().anyMatch(this::isOutdated));
    }

    private void scheduleSweep() {
        if (!scheduled) {
            scheduled = true;
            loop.runAfter(BETWEEN, () -> {
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
                var run = newRun(node.name(), Duration.ZERO);
                enterState(run, "uncordon-required", () -> uncordon(run));
            }
        }
        int maximum = upgrades.path("maxParallelUpgrades").asInt(1);
        for (var node : nodes.allNodes()) {
            if (node.label(STATE).equals(REQUIRED) && (maximum == 0 || runs.size() < maximum)
                    && !runs.containsKey(node.name()) && context.machines().isAlive(node.name())) {
                var leaving = Duration.ofSeconds(upgrades.at("/podDeletion/timeoutSeconds").asInt(300));
                var run = newRun(node.name(), leaving);
                enterState(run, "cordon-required", () -> cordon(run));
            }
        }
    }

    private NodeUpgradeRun newRun(String node, Duration leaving) {
        var run = new NodeUpgradeRun(node, findDriverPod(node).map(SimulatedCachedPod::uid).orElse(""),
                new PollingTimeout(leaving), new PollingTimeout(STARTING), new PollingTimeout(VALIDATING));
        runs.put(node, run);
        return run;
    }

    /** Requests an upgrade; a node that was already cordoned stays so afterwards. */
    private void requestUpgrade(String name) throws SimulatedApiException {
        editNode(name, object -> {
            var metadata = object.withObjectProperty("metadata");
            if (object.path("spec").path("unschedulable").asBoolean()) {
                metadata.withObjectProperty("annotations").put(INITIAL, "true");
            }
            metadata.withObjectProperty("labels").put(STATE, REQUIRED);
        });
    }

    private Optional<SimulatedCachedPod> findDriverPod(String node) {
        return pods.onNode(node).stream()
                .filter(cachedPod -> SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.DRIVER))
                .findFirst();
    }

    /** Returns whether a node's driver pod was created from an older template of the DaemonSet. */
    private boolean isOutdated(SimulatedGpuMachine node) {
        var card = findDriverPod(node.name());
        if (card.isEmpty()) {
            return false;
        }
        var set = component.find(types.daemonSets(), card.get().namespace(), SimulatedGpuOperand.DRIVER);
        return set != null && !SimulatedPodTemplateHasher.revisionName(set.path("spec").path("template"))
                .equals(card.get().labels().get(REVISION));
    }

    /** Whether the driver of a node that was given up has come to be the one wanted after all, as when that is the former again. */
    private boolean upToDate(SimulatedGpuMachine node) {
        return findDriverPod(node.name()).filter(SimulatedGpuOperandPods::isRunning).isPresent() && !isOutdated(node);
    }

    private void enterState(NodeUpgradeRun run, String state, SimulatedControllerTask step)
            throws SimulatedApiException {
        setUpgradeState(run.node(), state);
        repeatStep(run, BETWEEN, step);
    }

    private void repeatStep(NodeUpgradeRun run, Duration delay, SimulatedControllerTask step) {
        loop.runAfter(delay, () -> {
            if (nodes.find(run.node()).isPresent() && run.equals(runs.get(run.node()))) {
                step.run();
            } else {
                runs.remove(run.node(), run);
            }
        });
    }

    /** Repeats a step that waits for something, or fails the upgrade when the time is over. */
    private void pollAgain(NodeUpgradeRun run, PollingTimeout timeout, SimulatedControllerTask step)
            throws SimulatedApiException {
        if (timeout.endsAfter(BETWEEN)) {
            failUpgrade(run);
        } else {
            repeatStep(run, BETWEEN, step);
        }
    }

    private void cordon(NodeUpgradeRun run) throws SimulatedApiException {
        editNode(run.node(), object -> object.withObjectProperty("spec").put("unschedulable", true));
        enterState(run, "wait-for-jobs-required",
                () -> enterState(run, "pod-deletion-required", () -> deletePods(run)));
    }

    private void deletePods(NodeUpgradeRun run) throws SimulatedApiException {
        var how = policies.effectiveSpec().upgradePolicy().path("podDeletion");
        var holders = pods.onNode(run.node()).stream()
                .filter(cachedPod -> !cachedPod.isTerminal() && usesGpu(cachedPod)).toList();
        if (holders.isEmpty()) {
            enterState(run, "pod-restart-required", () -> restartDriver(run));
        } else if (holders.stream().anyMatch(cachedPod -> !isDeletable(cachedPod, how))) {
            failUpgrade(run);
        } else {
            holders.stream().filter(cachedPod -> !cachedPod.deleting()).forEach(this::evictPod);
            pollAgain(run, run.leaving(), () -> deletePods(run));
        }
    }

    private boolean usesGpu(SimulatedCachedPod cachedPod) {
        var pod = component.findPod(cachedPod);
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> container.path("resources").path("limits").propertyStream())
                .anyMatch(limit -> SimulatedGpuResourcesAndLabels.isDeviceResource(limit.getKey()));
    }

    /** Returns whether the upgrade may delete a pod, which excludes unmanaged pods and those with emptyDir data. */
    private boolean isDeletable(SimulatedCachedPod cachedPod, JsonNode how) {
        var pod = component.findPod(cachedPod);
        boolean keeps = pod != null
                && pod.path("spec").path("volumes").valueStream().anyMatch(volume -> volume.has("emptyDir"));
        return (how.path("force").asBoolean() || !cachedPod.ownerUid().isEmpty())
                && (how.path("deleteEmptyDir").asBoolean() || !keeps);
    }

    private void evictPod(SimulatedCachedPod cachedPod) {
        try {
            loop.objects().evictPod(cachedPod.namespace(), cachedPod.name(), SimulatedDeleteOptions.USUAL);
        } catch (SimulatedApiException budget) {
            // It is asked again until the time is over.
        }
    }

    /** Restarts the driver pod after pausing the operands that use it. */
    private void restartDriver(NodeUpgradeRun run) throws SimulatedApiException {
        changeDeployLabels(run.node(), "true", PAUSED);
        var pod = findDriverPod(run.node()).map(component::findPod);
        if (pod.isPresent()) {
            component.delete(types.pods(), pod.get());
        }
        repeatStep(run, UNLOADING, () -> awaitDriver(run));
    }

    private void awaitDriver(NodeUpgradeRun run) throws SimulatedApiException {
        var card = findDriverPod(run.node()).filter(each -> !each.uid().equals(run.oldPodUid()));
        var node = nodes.find(run.node());
        if (card.isPresent() && node.isPresent() && node.get().labels().containsValue(PAUSED)) {
            changeDeployLabels(run.node(), PAUSED, "true");
        }
        if (card.filter(SimulatedGpuOperandPods::isRunning).isPresent()) {
            enterState(run, "validation-required", () -> awaitValidation(run));
        } else {
            pollAgain(run, run.starting(), () -> awaitDriver(run));
        }
    }

    private void awaitValidation(NodeUpgradeRun run) throws SimulatedApiException {
        if (!operands.hasDaemonSet(SimulatedGpuOperand.VALIDATOR)
                || operands.findRunning(SimulatedGpuOperand.VALIDATOR, run.node()).isPresent()) {
            enterState(run, "uncordon-required", () -> uncordon(run));
        } else {
            pollAgain(run, run.validating(), () -> awaitValidation(run));
        }
    }

    private void uncordon(NodeUpgradeRun run) throws SimulatedApiException {
        editNode(run.node(), object -> {
            if (SimulatedMetadata.annotationsOf(object).remove(INITIAL) == null) {
                object.withObjectProperty("spec").remove("unschedulable");
            }
        });
        runs.remove(run.node());
        setUpgradeState(run.node(), DONE);
        operator.scheduleReconcile();
    }

    private void failUpgrade(NodeUpgradeRun run) throws SimulatedApiException {
        changeDeployLabels(run.node(), PAUSED, "true");
        runs.remove(run.node());
        setUpgradeState(run.node(), FAILED);
    }

    private void changeDeployLabels(String name, String from, String to) throws SimulatedApiException {
        var others = SimulatedGpuOperand.allOperands().stream().map(SimulatedGpuOperand::deployLabel)
                .filter(label -> !label.equals("nvidia.com/gpu.deploy.driver")).toList();
        editLabels(name, labels -> others.stream().filter(label -> labels.path(label).asText().equals(from))
                .forEach(label -> labels.put(label, to)));
    }

    private void setUpgradeState(String name, String state) throws SimulatedApiException {
        editLabels(name, labels -> labels.put(STATE, state));
    }
}
