package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;

/**
 * Simulated MIG managers: they follow the MIG config label, pause operands, repartition the boards and resume the operands. Pods of users are not touched; where one holds a board, the change fails.
 */
final class SimulatedMigManagerController {

    static final String PAUSED = "paused-for-mig-change";
    private static final String GATE = "nvidia.com/gpu.deploy.";
    private static final List<String> PAUSABLE = List.of("device-plugin", "gpu-feature-discovery", "dcgm-exporter",
            "dcgm", "nvsm", "client");
    private static final List<String> AWAITED = List.of(SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY,
            "nvidia-dcgm-exporter",
            "nvidia-dcgm");
    private static final Duration NOTICING = Duration.ofSeconds(1);
    private static final Duration LOOKING = Duration.ofSeconds(1);
    private static final Duration RESETTING = Duration.ofSeconds(6);
    private static final Duration CUTTING = Duration.ofSeconds(8);
    private static final Duration RESTARTING = Duration.ofSeconds(90);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final SimulatedGpuStackContext context;
    private final SimulatedGpuNodeRegistry nodes;
    private final SimulatedGpuOperandPods operands;
    private final SimulatedClusterPolicies policies;
    private final SimulatedMigConfigResolver targets;
    private final SimulatedClusterTelemetry signals;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, SimulatedMigChange> runs = new HashMap<>();

    /**
     * A MIG change in progress.
     *
     * @param manager uid of the pod that makes it; empty where there are no such pods
     */
    private record SimulatedMigChange(String node, String config, String manager, SimulatedPollingTimeout timeLimit) {}

    @FunctionalInterface
    private interface MigChangeStep {
        void perform(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException;
    }

    /** Inputs of the MIG managers. */
    record MigManagerDependencies(SimulatedClusterPolicies policies, SimulatedMigConfigResolver targets,
            SimulatedClusterTelemetry signals) {}

    SimulatedMigManagerController(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
            SimulatedGpuOperandPods operands,
            MigManagerDependencies knowledge) {
        this.context = context;
        this.nodes = nodes;
        this.operands = operands;
        policies = knowledge.policies();
        targets = knowledge.targets();
        signals = knowledge.signals();
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "nvidia-mig-manager",
                "nvidia-mig-manager");
        nodes.addListener(this::nodeChanged);
        context.pods().addListener(this::podChanged);
    }

    private void nodeChanged(@Nullable SimulatedGpuMachine before, SimulatedGpuMachine node) {
        if (before != null
                && !before.label(SimulatedGpuNodeRegistry.MIG_CONFIG)
                        .equals(node.label(SimulatedGpuNodeRegistry.MIG_CONFIG))) {
            considerNode(node.name());
        }
    }

    /** Checks a node as soon as its manager starts. */
    private void podChanged(@Nullable SimulatedControllerCachedPod before,
            @Nullable SimulatedControllerCachedPod after) {
        if (after == null && before != null) {
            context.containerLogs().forgetPod(before.uid());
        } else if (before != null && after != null && SimulatedGpuOperandPods.isPodOf(after, SimulatedGpuOperand.MIG)
                && SimulatedGpuOperandPods.isRunning(after)
                && !SimulatedGpuOperandPods.isRunning(before)) {
            considerNode(after.nodeName());
        }
    }

    private void considerNode(String name) {
        context.loop().runAfter(NOTICING, () -> {
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
        return operands.findRunning(SimulatedGpuOperand.MIG, node).map(SimulatedControllerCachedPod::uid).orElse("");
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
                    new SimulatedPollingTimeout(PATIENCE));
            runs.put(node.name(), run);
            writeLogLine(run, "info", "Updating to MIG config: " + config);
            scheduleStep(Duration.ZERO, run, this::validateConfig);
        }
    }

    private void scheduleStep(Duration delay, SimulatedMigChange run, MigChangeStep step) {
        context.loop().runAfter(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && isCurrent(run)) {
                step.perform(run, node.get());
            }
        });
    }

    private void validateConfig(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException {
        var present = nodes.partitioningsOf(node);
        switch (targets.resolve(node, run.config(), present)) {
            case SimulatedMigConfigResolver.MigConfigResolution.UnknownMigConfig _ -> {
                writeLogLine(run, "error", "failed to validate MIG configuration: selected mig-config not present: "
                        + run.config());
                finishChange(run, node, "failed");
            }
            case SimulatedMigConfigResolver.MigConfigResolution.BoardPartitionings(var cuts) when cuts
                    .equals(present) ->
                finishChange(run, node, "success");
            default -> {
                writeLogLine(run, "info",
                        "Shutting down all GPU clients in Kubernetes by disabling their component-specific "
                                + "nodeSelector labels");
                editLabels(node, SimulatedMigManagerController::pauseOperands);
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
        boolean modes = targets.resolve(node, run.config(),
                present) instanceof SimulatedMigConfigResolver.MigConfigResolution.BoardPartitionings(var cuts)
                && !cuts.stream().map(SimulatedGpuMigPartitioning::enabled).toList()
                        .equals(present.stream().map(SimulatedGpuMigPartitioning::enabled).toList());
        if (!modes || !node.hasFault(SimulatedMachineFault.RESET_REFUSED)) {
            scheduleStep(CUTTING, run, this::partitionBoards);
        } else if (!policies.effectiveSpec().allowsReboot()) {
            writeLogLine(run, "error", "Error setting MIGMode: the GPU cannot be reset, and WITH_REBOOT is not set");
            finishChange(run, node, "failed");
        } else {
            editLabels(node, labels -> labels.put(SimulatedGpuNodeRegistry.MIG_STATE, "rebooting"));
            context.machines().stopKubelet(node.name());
            context.loop().runAfter(RESTARTING, () -> {
                context.machines().startKubelet(node.name());
                awaitReturn(run);
            });
        }
    }

    private void awaitReturn(SimulatedMigChange run) {
        if (isCurrent(run)) {
            scheduleStep(RESETTING, run, this::partitionBoards);
        } else if (run.equals(runs.get(run.node()))) {
            context.loop().runAfter(LOOKING, () -> awaitReturn(run));
        }
    }

    private void partitionBoards(SimulatedMigChange run, SimulatedGpuMachine node) throws SimulatedApiException {
        var present = nodes.partitioningsOf(node);
        if (targets.resolve(node, run.config(),
                present) instanceof SimulatedMigConfigResolver.MigConfigResolution.BoardPartitionings(var cuts)
                && !isBoardInUse(node, present, cuts)) {
            nodes.partition(node, cuts);
            for (var cachedPod : context.pods().onNode(node.name())) {
                var pod = SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.VALIDATOR)
                        ? component.find(context.types().pods(), cachedPod.namespace(), cachedPod.name())
                        : null;
                if (pod != null) {
                    component.delete(context.types().pods(), pod, SimulatedDeleteOptions.USUAL);
                }
            }
            finishChange(run, node, "success");
        } else {
            writeLogLine(run, "error", "Error applying MIG configuration: "
                    + (targets.resolve(node, run.config(),
                            present) instanceof SimulatedMigConfigResolver.MigConfigResolution.UnsupportedMigConfig(var reason)
                                    ? reason
                                    : "In use by another client"));
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
        var object = component.find(context.types().nodes(), "", node.name());
        return object != null
                && context.pods().onNode(node.name()).stream().filter(cachedPod -> !cachedPod.isTerminal())
                        .anyMatch(cachedPod -> usesBoards(cachedPod, object, changed));
    }

    private boolean usesBoards(SimulatedControllerCachedPod cachedPod, ObjectNode node, Set<Integer> boards) {
        var pod = component.find(context.types().pods(), cachedPod.namespace(), cachedPod.name());
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> signals.devicesOf(pod, node, container).stream())
                .anyMatch(unit -> boards.contains(unit.physicalGpu().index()));
    }

    /** Resumes the operands and sets the MIG state label. */
    private void finishChange(SimulatedMigChange run, SimulatedGpuMachine node, String state)
            throws SimulatedApiException {
        writeLogLine(run, state.equals("failed") ? "error" : "info",
                "Changing the 'nvidia.com/mig.config.state' node label to '"
                        + state + "'");
        editLabels(node, labels -> resumeOperands(labels, state));
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
                            level,
                            message));
        }
    }

    private void editLabels(SimulatedGpuMachine node, Consumer<ObjectNode> change) throws SimulatedApiException {
        var object = component.find(context.types().nodes(), "", node.name());
        if (object != null) {
            component.edit(context.types().nodes(), object,
                    fresh -> change.accept(SimulatedStoreJsonCodec
                            .childObject(SimulatedStoreJsonCodec.childObject(fresh, "metadata"), "labels")));
        }
    }
}
