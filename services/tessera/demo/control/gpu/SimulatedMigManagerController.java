package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.control.gpu.SimulatedGpuStackController.PollingTimeout;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.fixture.write.SimulatedMigPartedConfigFiles;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;
import tessera.mig.DefaultMigConfigs;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.yaml.KubernetesYamlReader;

/**
 * Simulated MIG managers: they follow the MIG config label, pause operands, repartition the boards and resume the operands. Pods of users are not touched; where one holds a board, the change fails.
 */
final class SimulatedMigManagerController extends SimulatedGpuStackController {

    static final String PAUSED = "paused-for-mig-change";
    private static final String GATE = "nvidia.com/gpu.deploy.";
    private static final List<String> PAUSABLE = List.of("device-plugin", "gpu-feature-discovery", "dcgm-exporter",
            "dcgm", "nvsm", "client");
    private static final List<String> AWAITED = List.of(SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY,
            "nvidia-dcgm-exporter", "nvidia-dcgm");
    private static final Duration NOTICING = Duration.ofSeconds(1);
    private static final Duration LOOKING = Duration.ofSeconds(1);
    private static final Duration RESETTING = Duration.ofSeconds(6);
    private static final Duration CUTTING = Duration.ofSeconds(8);
    private static final Duration RESTARTING = Duration.ofSeconds(90);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int RESOURCE_PREFIX = "nvidia.com/mig-".length();
    private static final Duration WORKING_OUT = Duration.ofSeconds(4);

    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final SimulatedClusterTelemetry signals;
    private final Map<String, SimulatedMigChange> runs = new HashMap<>();

    /**
     * A MIG change in progress.
     *
     * @param manager uid of the pod that makes it; empty where there are no such pods
     */
    private record SimulatedMigChange(String node, String config, String manager, PollingTimeout timeLimit) {}

    /** The result of resolving a MIG configuration. */
    private sealed interface MigConfigResolution {}

    /** The result for an unknown configuration name. */
    private record UnknownMigConfig() implements MigConfigResolution {}

    /** The result for a configuration that the boards do not support. */
    private record UnsupportedMigConfig(String problem) implements MigConfigResolution {}

    /** One partitioning for each board of the node. */
    private record BoardPartitionings(List<SimulatedGpuMigPartitioning> partitionings) implements MigConfigResolution {}

    @FunctionalInterface
    private interface MigChangeStep {
        void perform(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException;
    }

    SimulatedMigManagerController(GpuStackKnowledge knowledge, SimulatedClusterTelemetry signals) {
        super(knowledge, "nvidia-mig-manager", "nvidia-mig-manager");
        this.signals = signals;
        nodes.addListener((before, node) -> {
            if (before != null && node.differsIn(SimulatedGpuNodeRegistry.MIG_CONFIG, before)) {
                considerNode(node.name());
            }
        });
        onOperandStart(SimulatedGpuOperand.MIG, manager -> {
            considerNode(manager.nodeName());
            loop.runAfter(WORKING_OUT, () -> publishLayouts(manager));
        });
        pods.addListener((before, after) -> {
            if (after == null && before != null) {
                context.containerLogs().forgetPod(before.uid());
            }
        });
    }

    /** Writes a ConfigMap with the layouts of the node's boards, unless the policy names one. */
    private void publishLayouts(SimulatedCachedPod manager) throws SimulatedApiException {
        var product = nodes.find(manager.nodeName()).flatMap(this::productOf);
        if (product.isEmpty() || !policies.effectiveSpec().migConfigMapName().isEmpty()
                || pods.byUid(manager.uid()) == null) {
            return;
        }
        var maps = loop.objects().catalog().get("configmaps");
        var name = manager.nodeName() + "-mig-config";
        var old = component.find(maps, manager.namespace(), name);
        if (old != null) {
            component.deleteInBackground(maps, old);
        }
        var map = SimulatedMetadata.newObject("v1", "ConfigMap", manager.namespace(), name);
        SimulatedMetadata.labelsOf(map).put("app.kubernetes.io/component", SimulatedGpuOperand.MIG)
                .put("nvidia.com/node-name", manager.nodeName());
        map.withObjectProperty("metadata").putArray("ownerReferences").addObject().put("apiVersion", "v1")
                .put("kind", "Pod").put("name", manager.name()).put("uid", manager.uid());
        map.putObject("data").put("config.yaml", SimulatedMigPartedConfigFiles.fileFor(product.get()));
        component.create(maps, map);
    }

    private void considerNode(String name) {
        loop.runAfter(NOTICING, () -> {
            var node = nodes.find(name);
            var run = runs.get(name);
            if (node.isPresent() && hasMigManager(node.get()) && (run == null || !isCurrent(run))) {
                beginChange(node.get());
            }
        });
    }

    private boolean hasMigManager(SimulatedGpuMachine node) {
        return operands.isServing(SimulatedGpuOperand.MIG, node.name()) && node.model().migCapable()
                && (operands.hasDaemonSet(SimulatedGpuOperand.MIG) || node.label(GATE + "mig-manager").equals("true"));
    }

    private String managerUid(String node) {
        return operands.findRunning(SimulatedGpuOperand.MIG, node).map(SimulatedCachedPod::uid).orElse("");
    }

    /** Returns whether the manager that began the change still runs. */
    private boolean isCurrent(SimulatedMigChange run) {
        return run.equals(runs.get(run.node())) && managerUid(run.node()).equals(run.manager())
                && context.machines().isAlive(run.node());
    }

    private void beginChange(SimulatedGpuMachine node) {
        var config = node.label(SimulatedGpuNodeRegistry.MIG_CONFIG);
        if (!config.isEmpty()) {
            var run = new SimulatedMigChange(node.name(), config, managerUid(node.name()),
                    new PollingTimeout(PATIENCE));
            runs.put(node.name(), run);
            writeLogLine(run, "info", "Updating to MIG config: " + config);
            scheduleStep(Duration.ZERO, run, this::validateConfig);
        }
    }

    private void scheduleStep(Duration delay, SimulatedMigChange run, MigChangeStep step) {
        loop.runAfter(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && isCurrent(run)) {
                step.perform(run, node.get());
            }
        });
    }

    private void validateConfig(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException {
        var present = nodes.partitioningsOf(node);
        switch (resolve(node, run.config(), present)) {
            case UnknownMigConfig _ -> {
                writeLogLine(run, "error",
                        "failed to validate MIG configuration: selected mig-config not present: " + run.config());
                finishChange(run, node, "failed");
            }
            case BoardPartitionings(var cuts) when cuts.equals(present) -> finishChange(run, node, "success");
            default -> {
                writeLogLine(run, "info",
                        "Shutting down all GPU clients in Kubernetes by disabling their component-specific "
                                + "nodeSelector labels");
                editLabels(node.name(), SimulatedMigManagerController::pauseOperands);
                scheduleStep(LOOKING, run, this::awaitOperands);
            }
        }
    }

    private static void pauseOperands(ObjectNode labels) {
        labels.put(SimulatedGpuNodeRegistry.MIG_STATE, "pending");
        PAUSABLE.stream().map(GATE::concat).filter(gate -> isOperandEnabled(labels, gate))
                .forEach(gate -> labels.put(gate, PAUSED));
    }

    /** Returns whether the operand is enabled; one that a user has disabled stays so. */
    private static boolean isOperandEnabled(ObjectNode labels, String gate) {
        return labels.has(gate) && !labels.path(gate).asText().equals("false");
    }

    /** Waits for the operands to stop; gives up silently after the time limit and leaves the node unchanged. */
    private void awaitOperands(SimulatedMigChange run, SimulatedGpuMachine node) {
        if (AWAITED.stream().noneMatch(operand -> operands.hasPod(operand, node.name()))) {
            scheduleStep(RESETTING, run, this::switchMigMode);
        } else if (run.timeLimit().endsAfter(LOOKING)) {
            writeLogLine(run, "error", "timed out waiting for the pods of GPU clients to be deleted");
            runs.remove(run.node());
        } else {
            scheduleStep(LOOKING, run, this::awaitOperands);
        }
    }

    /** Turns MIG mode on or off, which requires a reboot on some machines. */
    private void switchMigMode(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException {
        var present = nodes.partitioningsOf(node);
        boolean modes = resolve(node, run.config(), present) instanceof BoardPartitionings(var cuts)
                && !cuts.stream().map(SimulatedGpuMigPartitioning::enabled).toList()
                        .equals(present.stream().map(SimulatedGpuMigPartitioning::enabled).toList());
        if (!modes || !node.hasFault(SimulatedMachineFault.RESET_REFUSED)) {
            scheduleStep(CUTTING, run, this::partitionBoards);
        } else if (!policies.effectiveSpec().allowsReboot()) {
            writeLogLine(run, "error", "Error setting MIGMode: the GPU cannot be reset, and WITH_REBOOT is not set");
            finishChange(run, node, "failed");
        } else {
            editLabels(node.name(), labels -> labels.put(SimulatedGpuNodeRegistry.MIG_STATE, "rebooting"));
            context.machines().stopKubelet(node.name());
            loop.runAfter(RESTARTING, () -> {
                context.machines().startKubelet(node.name());
                awaitReturn(run);
            });
        }
    }

    private void awaitReturn(SimulatedMigChange run) {
        if (isCurrent(run)) {
            scheduleStep(RESETTING, run, this::partitionBoards);
        } else if (run.equals(runs.get(run.node()))) {
            loop.runAfter(LOOKING, () -> awaitReturn(run));
        }
    }

    private void partitionBoards(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException {
        var present = nodes.partitioningsOf(node);
        var target = resolve(node, run.config(), present);
        if (target instanceof BoardPartitionings(var cuts) && !isBoardInUse(node, present, cuts)) {
            nodes.partition(node, cuts);
            for (var cachedPod : pods.onNode(node.name())) {
                var pod = SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.VALIDATOR)
                        ? component.findPod(cachedPod)
                        : null;
                if (pod != null) {
                    component.delete(types.pods(), pod);
                }
            }
            finishChange(run, node, "success");
        } else {
            writeLogLine(run, "error", "Error applying MIG configuration: "
                    + (target instanceof UnsupportedMigConfig(var reason) ? reason : "In use by another client"));
            finishChange(run, node, "failed");
        }
    }

    /** Returns whether a pod uses a board, or an instance of one, that is to be repartitioned. */
    private boolean isBoardInUse(SimulatedGpuMachine node, List<SimulatedGpuMigPartitioning> present,
            List<SimulatedGpuMigPartitioning> wanted) {
        Set<Integer> changed = new HashSet<>();
        for (int i = 0; i < present.size(); i++) {
            if (!present.get(i).equals(wanted.get(i))) {
                changed.add(i);
            }
        }
        var object = findNode(node.name());
        return object != null && pods.onNode(node.name()).stream().filter(cachedPod -> !cachedPod.isTerminal())
                .anyMatch(cachedPod -> usesBoards(cachedPod, object, changed));
    }

    private boolean usesBoards(SimulatedCachedPod cachedPod, ObjectNode node, Set<Integer> boards) {
        var pod = component.findPod(cachedPod);
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> signals.devicesOf(pod, node, container).stream())
                .anyMatch(unit -> boards.contains(unit.physicalGpu().index()));
    }

    private void finishChange(SimulatedMigChange run, SimulatedGpuMachine node, String state)
            throws SimulatedApiException {
        writeLogLine(run, state.equals("failed") ? "error" : "info",
                "Changing the 'nvidia.com/mig.config.state' node label to '" + state + "'");
        editLabels(node.name(), labels -> resumeOperands(labels, state));
        runs.remove(run.node());
        if (!nodes.find(run.node()).map(now -> now.label(SimulatedGpuNodeRegistry.MIG_CONFIG)).orElse(run.config())
                .equals(run.config())) {
            considerNode(run.node());
        }
    }

    private static void resumeOperands(ObjectNode labels, String state) {
        PAUSABLE.stream().map(GATE::concat).filter(gate -> labels.path(gate).asText().equals(PAUSED))
                .forEach(gate -> labels.put(gate, "true"));
        labels.put(SimulatedGpuNodeRegistry.MIG_STATE, state);
    }

    private void writeLogLine(SimulatedMigChange run, String level, String message) {
        if (!run.manager().isEmpty()) {
            context.containerLogs().writeLine(run.manager(), "nvidia-mig-manager", component.now(),
                    "time=\"%s\" level=%s msg=\"%s\"".formatted(SimulatedTimestampFormat.secondsText(component.now()),
                            level, message));
        }
    }

    /** @param present how the boards are cut now: those that a configuration does not speak of stay so */
    private MigConfigResolution resolve(SimulatedGpuMachine node, String name,
            List<SimulatedGpuMigPartitioning> present) {
        var product = products.findByLabel(node.model().product());
        var config = configsOf(node).get(name);
        if (config == null) {
            return new UnknownMigConfig();
        }
        if (product.isEmpty()) {
            return new UnsupportedMigConfig(node.model().product() + " cannot be divided");
        }
        var gpu = new MigConfig.TargetGpu(product.get(), "");
        var nodeConfigEffect = config.intentFor(Collections.nCopies(present.size(), gpu));
        if (!nodeConfigEffect.problems().isEmpty()) {
            return new UnsupportedMigConfig(nodeConfigEffect.problems().getFirst().text());
        }
        var cuts = new ArrayList<SimulatedGpuMigPartitioning>();
        for (int i = 0; i < present.size(); i++) {
            cuts.add(switch (nodeConfigEffect.gpus().get(i)) {
                case MigConfig.MigConfigGpuEffect.MigDisabledGpu _ -> SimulatedGpuMigPartitioning.WHOLE;
                case MigConfig.MigConfigGpuEffect.PartitionedGpu(var layout) -> partitioningOf(layout);
                case null, default -> present.get(i);
            });
        }
        return new BoardPartitionings(cuts);
    }

    private static SimulatedGpuMigPartitioning partitioningOf(MigLayout layout) {
        var instances = new TreeMap<String, Integer>();
        layout.combination().counts()
                .forEach((profile, count) -> instances.put(profile.resourceName().substring(RESOURCE_PREFIX), count));
        return SimulatedGpuMigPartitioning.ofInstances(instances);
    }

    /** Returns the configurations of a node: those of the policy's ConfigMap, or else those its MIG manager generates. */
    private Map<String, MigConfig> configsOf(SimulatedGpuMachine node) {
        var name = policies.effectiveSpec().migConfigMapName();
        if (name.isEmpty()) {
            return productOf(node).<Map<String, MigConfig>>map(DefaultMigConfigs::forProduct).orElse(Map.of());
        }
        var text = mounts.findConfigMap(name).map(data -> data.path("config.yaml").asText()).orElse("");
        try {
            return MigConfigFile.read(KubernetesYamlReader.read(text)).configs();
        } catch (IOException e) {
            return Map.of();
        }
    }

    Optional<MigProduct> productOf(SimulatedGpuMachine node) {
        if (node.model().migCapable()) {
            return products.findByLabel(node.model().product());
        }
        return Optional.empty();
    }
}
