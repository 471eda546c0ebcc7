package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/**
 * Driver upgrades, node by node: cordons the node, removes its GPU pods, restarts the driver pod and uncordons. Where a pod cannot be made to leave, the node's upgrade fails and it stays cordoned.
 */
final class DriverUpgradeController {

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

    private final GpuStackContext ground;
    private final GpuNodeRegistry nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final GpuOperatorController operator;
    private final ControlComponent component;
    private final Map<String, UpgradeRun> runs = new HashMap<>();
    private boolean due;

    /**
     * The upgrade of one node.
     *
     * @param oldPodUid uid of the driver's pod that is to go
     * @param leaving how long pods may take to leave
     */
    private record UpgradeRun(String node, String oldPodUid, WaitBudget leaving, WaitBudget starting,
            WaitBudget validating) {}

    @FunctionalInterface
    private interface UpgradeStep {
        void perform(UpgradeRun run, GpuMachine node) throws ApiError;
    }

    DriverUpgradeController(GpuStackContext ground, GpuNodeRegistry nodes, OperandPods operands,
            ClusterPolicies policies,
            GpuOperatorController operator) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.operator = operator;
        component = new ControlComponent(ground.loop(), ground.kinds(), "gpu-operator", "nvidia-gpu-operator");
        ground.loop().follow(ground.kinds().daemonSets(), (_, set) -> {
            if (StoreJson.textAt(set, "metadata", "name").equals(GpuOperand.DRIVER)) {
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
        if (!due) {
            due = true;
            ground.loop().runAfter(BETWEEN, () -> {
                due = false;
                sweepNodes();
            });
        }
    }

    private void sweepNodes() throws ApiError {
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
                    && !runs.containsKey(node.name()) && ground.machines().isAlive(node.name())) {
                beginUpgrade(node.name(), Duration.ofSeconds(upgrades.at("/podDeletion/timeoutSeconds").asInt(300)));
            }
        }
    }

    private void beginUpgrade(String node, Duration leaving) throws ApiError {
        enterState(begun(node, leaving), "cordon-required", this::cordon);
    }

    private UpgradeRun begun(String node, Duration leaving) {
        var run = new UpgradeRun(node, findDriverPod(node).map(CachedPod::uid).orElse(""), new WaitBudget(leaving),
                new WaitBudget(STARTING),
                new WaitBudget(VALIDATING));
        runs.put(node, run);
        return run;
    }

    /** Requests an upgrade; a node that was already cordoned stays so afterwards. */
    private void requestUpgrade(String name) throws ApiError {
        editNode(name, object -> {
            var metadata = StoreJson.childObject(object, "metadata");
            if (object.path("spec").path("unschedulable").asBoolean()) {
                StoreJson.childObject(metadata, "annotations").put(INITIAL, "true");
            }
            StoreJson.childObject(metadata, "labels").put(STATE, REQUIRED);
        });
    }

    private Optional<CachedPod> findDriverPod(String node) {
        return ground.pods().onNode(node).stream().filter(card -> OperandPods.isPodOf(card, GpuOperand.DRIVER))
                .findFirst();
    }

    /** Returns whether a node's driver pod was created from an older template of the DaemonSet. */
    private boolean isOutdated(GpuMachine node) {
        var card = findDriverPod(node.name());
        if (card.isEmpty()) {
            return false;
        }
        var set = component.find(ground.kinds().daemonSets(), card.get().namespace(), GpuOperand.DRIVER);
        return set != null && !TemplateHash.revisionName(set.path("spec").path("template"))
                .equals(card.get().labels().get(REVISION));
    }

    /** Whether the driver of a node that was given up has come to be the one wanted after all, as when that is the former again. */
    private boolean upToDate(GpuMachine node) {
        return findDriverPod(node.name()).filter(OperandPods::isRunning).isPresent() && !isOutdated(node);
    }

    /** Writes the upgrade state and schedules the next step. */
    private void enterState(UpgradeRun run, String state, UpgradeStep step) throws ApiError {
        setUpgradeState(run.node(), state);
        repeatStep(run, BETWEEN, step);
    }

    private void repeatStep(UpgradeRun run, Duration delay, UpgradeStep step) {
        ground.loop().runAfter(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && run.equals(runs.get(run.node()))) {
                step.perform(run, node.get());
            } else {
                runs.remove(run.node(), run);
            }
        });
    }

    private void cordon(UpgradeRun run, GpuMachine node) throws ApiError {
        editNode(run.node(), object -> StoreJson.childObject(object, "spec").put("unschedulable", true));
        enterState(run, "wait-for-jobs-required",
                (same, _) -> enterState(same, "pod-deletion-required", this::deletePods));
    }

    private void deletePods(UpgradeRun run, GpuMachine node) throws ApiError {
        var how = policies.effectiveSpec().upgradePolicy().path("podDeletion");
        var holders = ground.pods().onNode(run.node()).stream().filter(card -> !card.isTerminal() && usesGpu(card))
                .toList();
        if (holders.isEmpty()) {
            enterState(run, "pod-restart-required", this::restartDriver);
        } else if (run.leaving().endsAfter(BETWEEN) || holders.stream().anyMatch(card -> !isDeletable(card, how))) {
            failUpgrade(run);
        } else {
            for (var card : holders) {
                if (!card.deleting()) {
                    evictPod(card);
                }
            }
            repeatStep(run, BETWEEN, this::deletePods);
        }
    }

    private boolean usesGpu(CachedPod card) {
        var pod = component.find(ground.kinds().pods(), card.namespace(), card.name());
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> container.path("resources").path("limits").propertyStream())
                .anyMatch(limit -> limit.getKey().equals(AdvertisedDevices.GPU)
                        || limit.getKey().startsWith(AdvertisedDevices.GPU + ".")
                        || limit.getKey().startsWith("nvidia.com/mig-"));
    }

    /** Returns whether the upgrade may delete a pod, which excludes unmanaged pods and those with emptyDir data. */
    private boolean isDeletable(CachedPod card, JsonNode how) {
        var pod = component.find(ground.kinds().pods(), card.namespace(), card.name());
        boolean keeps = pod != null && pod.path("spec").path("volumes").valueStream()
                .anyMatch(volume -> volume.has("emptyDir"));
        return (how.path("force").asBoolean() || !card.ownerUid().isEmpty())
                && (how.path("deleteEmptyDir").asBoolean() || !keeps);
    }

    private void evictPod(CachedPod card) {
        try {
            ground.loop().objects().evictPod(card.namespace(), card.name(), DeleteOptions.USUAL);
        } catch (ApiError budget) {
            // It is asked again until the time is over.
        }
    }

    /** Restarts the driver pod after pausing the operands that use it. */
    private void restartDriver(UpgradeRun run, GpuMachine node) throws ApiError {
        changeDeployLabels(run.node(), "true", PAUSED);
        var card = findDriverPod(run.node());
        var pod = card.map(each -> component.find(ground.kinds().pods(), each.namespace(), each.name()));
        if (pod.isPresent()) {
            component.delete(ground.kinds().pods(), pod.get(), DeleteOptions.USUAL);
        }
        repeatStep(run, UNLOADING, this::awaitDriver);
    }

    private void awaitDriver(UpgradeRun run, GpuMachine node) throws ApiError {
        var card = findDriverPod(run.node()).filter(each -> !each.uid().equals(run.oldPodUid()));
        if (card.isPresent() && node.labels().containsValue(PAUSED)) {
            changeDeployLabels(run.node(), PAUSED, "true");
        }
        if (card.filter(OperandPods::isRunning).isPresent()) {
            enterState(run, "validation-required", this::awaitValidation);
        } else if (run.starting().endsAfter(BETWEEN)) {
            changeDeployLabels(run.node(), PAUSED, "true");
            failUpgrade(run);
        } else {
            repeatStep(run, BETWEEN, this::awaitDriver);
        }
    }

    private void awaitValidation(UpgradeRun run, GpuMachine node) throws ApiError {
        if (!operands.hasDaemonSet(GpuOperand.VALIDATOR)
                || operands.findRunning(GpuOperand.VALIDATOR, run.node()).isPresent()) {
            enterState(run, "uncordon-required", this::uncordon);
        } else if (run.validating().endsAfter(BETWEEN)) {
            failUpgrade(run);
        } else {
            repeatStep(run, BETWEEN, this::awaitValidation);
        }
    }

    private void uncordon(UpgradeRun run, GpuMachine node) throws ApiError {
        editNode(run.node(), object -> {
            var annotations = StoreJson.childObject(StoreJson.childObject(object, "metadata"), "annotations");
            if (annotations.remove(INITIAL) == null) {
                StoreJson.childObject(object, "spec").remove("unschedulable");
            }
        });
        runs.remove(run.node());
        setUpgradeState(run.node(), DONE);
        operator.scheduleReconcile();
    }

    private void failUpgrade(UpgradeRun run) throws ApiError {
        runs.remove(run.node());
        setUpgradeState(run.node(), FAILED);
    }

    private void changeDeployLabels(String name, String from, String to) throws ApiError {
        var others = GpuOperand.allOperands().stream().map(GpuOperand::deployLabel)
                .filter(label -> !label.equals("nvidia.com/gpu.deploy.driver")).toList();
        editNode(name, object -> {
            var labels = StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels");
            others.stream().filter(label -> labels.path(label).asText().equals(from))
                    .forEach(label -> labels.put(label, to));
        });
    }

    private void setUpgradeState(String name, String state) throws ApiError {
        editNode(name,
                object -> StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels").put(STATE, state));
    }

    private void editNode(String name, Consumer<ObjectNode> change) throws ApiError {
        var object = component.find(ground.kinds().nodes(), "", name);
        if (object != null) {
            component.edit(ground.kinds().nodes(), object, change);
        }
    }
}
