package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/**
 * Brings the driver of node after node up to date: cordons the node, has the pods leave that use its GPUs, starts the driver's
 * pod anew and lets pods in again. Where a pod cannot be made to leave, the node's upgrade fails and it stays cordoned.
 */
final class DriverUpgrades {

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
    private final SimulatedGpuNodes nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final GpuOperatorController operator;
    private final ControlComponent component;
    private final Map<String, UpgradeRun> runs = new HashMap<>();
    private boolean due;

    /**
     * One node's upgrade.
     *
     * @param old uid of the driver's pod that is to go
     * @param leaving how long pods may take to leave
     */
    private record UpgradeRun(String node, String old, WaitBudget leaving, WaitBudget starting,
            WaitBudget validating) {}

    @FunctionalInterface
    private interface UpgradeStep {
        void take(UpgradeRun run, GpuMachine node) throws ApiError;
    }

    DriverUpgrades(GpuStackContext ground, SimulatedGpuNodes nodes, OperandPods operands, ClusterPolicies policies,
            GpuOperatorController operator) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.operator = operator;
        component = new ControlComponent(ground.loop(), ground.kinds(), "gpu-operator", "nvidia-gpu-operator");
        ground.loop().follow(ground.kinds().daemonSets(), (_, set) -> {
            if (StoreJson.text(set, "metadata", "name").equals(GpuOperand.DRIVER)) {
                look();
            }
        });
        nodes.listen((before, node) -> {
            if (before != null && !before.label(STATE).equals(node.label(STATE))) {
                look();
            }
        });
        operator.awaits(() -> !runs.isEmpty() || nodes.all().stream().anyMatch(this::outdated));
    }

    private void look() {
        if (!due) {
            due = true;
            ground.loop().after(BETWEEN, () -> {
                due = false;
                sweep();
            });
        }
    }

    private void sweep() throws ApiError {
        var upgrades = policies.policy().upgrades();
        if (operator.office().isEmpty() || !upgrades.path("autoUpgrade").asBoolean(true)) {
            return;
        }
        for (var node : nodes.all()) {
            var state = node.label(STATE);
            if ((state.isEmpty() || state.equals(DONE)) && outdated(node) && !node.label(SKIP).equals("true")) {
                require(node.name());
            } else if (state.equals(FAILED) && upToDate(node)) {
                next(begun(node.name(), Duration.ZERO), "uncordon-required", this::uncordon);
            }
        }
        int most = upgrades.path("maxParallelUpgrades").asInt(1);
        for (var node : nodes.all()) {
            if (node.label(STATE).equals(REQUIRED) && (most == 0 || runs.size() < most)
                    && !runs.containsKey(node.name()) && ground.machines().alive(node.name())) {
                begin(node.name(), Duration.ofSeconds(upgrades.at("/podDeletion/timeoutSeconds").asInt(300)));
            }
        }
    }

    private void begin(String node, Duration leaving) throws ApiError {
        next(begun(node, leaving), "cordon-required", this::cordon);
    }

    private UpgradeRun begun(String node, Duration leaving) {
        var run = new UpgradeRun(node, pod(node).map(PodCard::uid).orElse(""), new WaitBudget(leaving),
                new WaitBudget(STARTING),
                new WaitBudget(VALIDATING));
        runs.put(node, run);
        return run;
    }

    /** A node that was cordoned before stays so afterwards. */
    private void require(String name) throws ApiError {
        edit(name, object -> {
            var metadata = StoreJson.child(object, "metadata");
            if (object.path("spec").path("unschedulable").asBoolean()) {
                StoreJson.child(metadata, "annotations").put(INITIAL, "true");
            }
            StoreJson.child(metadata, "labels").put(STATE, REQUIRED);
        });
    }

    private Optional<PodCard> pod(String node) {
        return ground.pods().on(node).stream().filter(card -> OperandPods.is(card, GpuOperand.DRIVER)).findFirst();
    }

    /** Whether the driver's pod of a node was made after another template than the DaemonSet has. */
    private boolean outdated(GpuMachine node) {
        var card = pod(node.name());
        if (card.isEmpty()) {
            return false;
        }
        var set = component.find(ground.kinds().daemonSets(), card.get().namespace(), GpuOperand.DRIVER);
        return set != null && !TemplateHash.of(set.path("spec").path("template"))
                .equals(card.get().labels().get(REVISION));
    }

    /** Whether the driver of a node that was given up has come to be the one wanted after all, as when that is the former again. */
    private boolean upToDate(GpuMachine node) {
        return pod(node.name()).filter(OperandPods::runs).isPresent() && !outdated(node);
    }

    /** Writes the state down and goes on after a while. */
    private void next(UpgradeRun run, String state, UpgradeStep step) throws ApiError {
        label(run.node(), state);
        again(run, BETWEEN, step);
    }

    private void again(UpgradeRun run, Duration delay, UpgradeStep step) {
        ground.loop().after(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && run.equals(runs.get(run.node()))) {
                step.take(run, node.get());
            } else {
                runs.remove(run.node(), run);
            }
        });
    }

    private void cordon(UpgradeRun run, GpuMachine node) throws ApiError {
        edit(run.node(), object -> StoreJson.child(object, "spec").put("unschedulable", true));
        next(run, "wait-for-jobs-required",
                (same, _) -> next(same, "pod-deletion-required", this::deletePods));
    }

    private void deletePods(UpgradeRun run, GpuMachine node) throws ApiError {
        var how = policies.policy().upgrades().path("podDeletion");
        var holders = ground.pods().on(run.node()).stream().filter(card -> !card.over() && holds(card)).toList();
        if (holders.isEmpty()) {
            next(run, "pod-restart-required", this::restart);
        } else if (run.leaving().endsAfter(BETWEEN) || holders.stream().anyMatch(card -> !deletable(card, how))) {
            fail(run);
        } else {
            for (var card : holders) {
                if (!card.deleting()) {
                    evict(card);
                }
            }
            again(run, BETWEEN, this::deletePods);
        }
    }

    private boolean holds(PodCard card) {
        var pod = component.find(ground.kinds().pods(), card.namespace(), card.name());
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> container.path("resources").path("limits").propertyStream())
                .anyMatch(limit -> limit.getKey().equals(AdvertisedDevices.GPU)
                        || limit.getKey().startsWith(AdvertisedDevices.GPU + ".")
                        || limit.getKey().startsWith("nvidia.com/mig-"));
    }

    /** Pods that nobody would make anew stay, and so do those that would lose what they have written. */
    private boolean deletable(PodCard card, JsonNode how) {
        var pod = component.find(ground.kinds().pods(), card.namespace(), card.name());
        boolean keeps = pod != null && pod.path("spec").path("volumes").valueStream()
                .anyMatch(volume -> volume.has("emptyDir"));
        return (how.path("force").asBoolean() || !card.owner().isEmpty())
                && (how.path("deleteEmptyDir").asBoolean() || !keeps);
    }

    private void evict(PodCard card) {
        try {
            ground.loop().objects().evict(card.namespace(), card.name(), DeleteOptions.USUAL);
        } catch (ApiError budget) {
            // It is asked again until the time is over.
        }
    }

    /** The old driver goes, and with it all that uses it. */
    private void restart(UpgradeRun run, GpuMachine node) throws ApiError {
        gates(run.node(), "true", PAUSED);
        var card = pod(run.node());
        var pod = card.map(each -> component.find(ground.kinds().pods(), each.namespace(), each.name()));
        if (pod.isPresent()) {
            component.delete(ground.kinds().pods(), pod.get(), DeleteOptions.USUAL);
        }
        again(run, UNLOADING, this::awaitDriver);
    }

    private void awaitDriver(UpgradeRun run, GpuMachine node) throws ApiError {
        var card = pod(run.node()).filter(each -> !each.uid().equals(run.old()));
        if (card.isPresent() && node.labels().containsValue(PAUSED)) {
            gates(run.node(), PAUSED, "true");
        }
        if (card.filter(OperandPods::runs).isPresent()) {
            next(run, "validation-required", this::awaitValidation);
        } else if (run.starting().endsAfter(BETWEEN)) {
            gates(run.node(), PAUSED, "true");
            fail(run);
        } else {
            again(run, BETWEEN, this::awaitDriver);
        }
    }

    private void awaitValidation(UpgradeRun run, GpuMachine node) throws ApiError {
        if (!operands.there(GpuOperand.VALIDATOR) || operands.running(GpuOperand.VALIDATOR, run.node()).isPresent()) {
            next(run, "uncordon-required", this::uncordon);
        } else if (run.validating().endsAfter(BETWEEN)) {
            fail(run);
        } else {
            again(run, BETWEEN, this::awaitValidation);
        }
    }

    private void uncordon(UpgradeRun run, GpuMachine node) throws ApiError {
        edit(run.node(), object -> {
            var annotations = StoreJson.child(StoreJson.child(object, "metadata"), "annotations");
            if (annotations.remove(INITIAL) == null) {
                StoreJson.child(object, "spec").remove("unschedulable");
            }
        });
        runs.remove(run.node());
        label(run.node(), DONE);
        operator.look();
    }

    private void fail(UpgradeRun run) throws ApiError {
        runs.remove(run.node());
        label(run.node(), FAILED);
    }

    private void gates(String name, String from, String to) throws ApiError {
        var others = GpuOperand.all().stream().map(GpuOperand::label)
                .filter(label -> !label.equals("nvidia.com/gpu.deploy.driver")).toList();
        edit(name, object -> {
            var labels = StoreJson.child(StoreJson.child(object, "metadata"), "labels");
            others.stream().filter(label -> labels.path(label).asText().equals(from))
                    .forEach(label -> labels.put(label, to));
        });
    }

    private void label(String name, String state) throws ApiError {
        edit(name, object -> StoreJson.child(StoreJson.child(object, "metadata"), "labels").put(STATE, state));
    }

    private void edit(String name, Consumer<ObjectNode> change) throws ApiError {
        var object = component.find(ground.kinds().nodes(), "", name);
        if (object != null) {
            component.edit(ground.kinds().nodes(), object, change);
        }
    }
}
