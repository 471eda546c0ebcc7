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
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.MigPartitioning;

/**
 * The MIG managers of the nodes: they follow the label that names a configuration, send the other operands away, cut the
 * boards and let the operands come back. Pods of users are not touched; where one holds a board, the change fails.
 */
final class MigChanges {

    static final String PAUSED = "paused-for-mig-change";
    private static final String GATE = "nvidia.com/gpu.deploy.";
    private static final List<String> PAUSABLE = List.of("device-plugin", "gpu-feature-discovery", "dcgm-exporter",
            "dcgm", "nvsm", "client");
    private static final List<String> AWAITED = List.of(GpuOperand.PLUGIN, GpuOperand.DISCOVERY, "nvidia-dcgm-exporter",
            "nvidia-dcgm");
    private static final Duration NOTICING = Duration.ofSeconds(1);
    private static final Duration LOOKING = Duration.ofSeconds(1);
    private static final Duration RESETTING = Duration.ofSeconds(6);
    private static final Duration CUTTING = Duration.ofSeconds(8);
    private static final Duration RESTARTING = Duration.ofSeconds(90);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final GpuStackContext ground;
    private final SimulatedGpuNodes nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final MigTargets targets;
    private final ClusterTelemetry signals;
    private final ControlComponent component;
    private final Map<String, MigChangeRun> runs = new HashMap<>();

    /**
     * A change under way.
     *
     * @param manager uid of the pod that makes it; empty where there are no such pods
     */
    private record MigChangeRun(String node, String config, String manager, WaitBudget patience) {}

    @FunctionalInterface
    private interface MigChangeStep {
        void take(MigChangeRun run, GpuMachine node) throws ApiError;
    }

    /** What changes need to know. */
    record MigChangeInput(ClusterPolicies policies, MigTargets targets, ClusterTelemetry signals) {}

    MigChanges(GpuStackContext ground, SimulatedGpuNodes nodes, OperandPods operands, MigChangeInput knowledge) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        policies = knowledge.policies();
        targets = knowledge.targets();
        signals = knowledge.signals();
        component = new ControlComponent(ground.loop(), ground.kinds(), "nvidia-mig-manager", "nvidia-mig-manager");
        nodes.listen(this::nodeChanged);
        ground.pods().listen(this::podChanged);
    }

    private void nodeChanged(@Nullable GpuMachine before, GpuMachine node) {
        if (before != null
                && !before.label(SimulatedGpuNodes.MIG_CONFIG).equals(node.label(SimulatedGpuNodes.MIG_CONFIG))) {
            consider(node.name());
        }
    }

    /** A manager that starts looks at once whether there is something to do. */
    private void podChanged(@Nullable PodCard before, @Nullable PodCard after) {
        if (after == null && before != null) {
            ground.diaries().forget(before.uid());
        } else if (before != null && after != null && OperandPods.is(after, GpuOperand.MIG) && OperandPods.runs(after)
                && !OperandPods.runs(before)) {
            consider(after.node());
        }
    }

    private void consider(String name) {
        ground.loop().after(NOTICING, () -> {
            var node = nodes.find(name);
            var run = runs.get(name);
            if (node.isPresent() && serves(node.get()) && (run == null || !makes(run))) {
                begin(node.get());
            }
        });
    }

    private boolean serves(GpuMachine node) {
        return operands.serves(GpuOperand.MIG, node.name()) && node.model().migCapable()
                && (operands.there(GpuOperand.MIG) || node.label(GATE + "mig-manager").equals("true"));
    }

    private String manager(String node) {
        return operands.running(GpuOperand.MIG, node).map(PodCard::uid).orElse("");
    }

    /** Whether the manager that began is still there. */
    private boolean makes(MigChangeRun run) {
        return run.equals(runs.get(run.node())) && manager(run.node()).equals(run.manager())
                && ground.machines().alive(run.node());
    }

    private void begin(GpuMachine node) {
        var config = node.label(SimulatedGpuNodes.MIG_CONFIG);
        if (!config.isEmpty()) {
            var run = new MigChangeRun(node.name(), config, manager(node.name()), new WaitBudget(PATIENCE));
            runs.put(node.name(), run);
            write(run, "info", "Updating to MIG config: " + config);
            next(Duration.ZERO, run, this::validate);
        }
    }

    private void next(Duration delay, MigChangeRun run, MigChangeStep step) {
        ground.loop().after(delay, () -> {
            var node = nodes.find(run.node());
            if (node.isPresent() && makes(run)) {
                step.take(run, node.get());
            }
        });
    }

    private void validate(MigChangeRun run, GpuMachine node) throws ApiError {
        var present = nodes.cuts(node);
        switch (targets.of(node, run.config(), present)) {
            case MigTargets.TargetAnswer.UnknownConfig _ -> {
                write(run, "error", "failed to validate MIG configuration: selected mig-config not present: "
                        + run.config());
                end(run, node, "failed");
            }
            case MigTargets.TargetAnswer.BoardCuts(var cuts) when cuts.equals(present) -> end(run, node, "success");
            default -> {
                write(run, "info", "Shutting down all GPU clients in Kubernetes by disabling their component-specific "
                        + "nodeSelector labels");
                label(node, labels -> {
                    labels.put(SimulatedGpuNodes.MIG_STATE, "pending");
                    PAUSABLE.stream().map(GATE::concat).filter(gate -> open(labels, gate))
                            .forEach(gate -> labels.put(gate, PAUSED));
                });
                next(LOOKING, run, this::awaitOperands);
            }
        }
    }

    /** Who said that an operand is not to run is heeded. */
    private static boolean open(ObjectNode labels, String gate) {
        return labels.has(gate) && !labels.path(gate).asText().equals("false");
    }

    /** Gives up without a word after a while: the node stays as it is. */
    private void awaitOperands(MigChangeRun run, GpuMachine node) {
        if (AWAITED.stream().noneMatch(operand -> operands.lingers(operand, node.name()))) {
            next(RESETTING, run, this::reset);
        } else if (run.patience().endsAfter(LOOKING)) {
            write(run, "error", "timed out waiting for the pods of GPU clients to be deleted");
            runs.remove(run.node());
        } else {
            next(LOOKING, run, this::awaitOperands);
        }
    }

    /** Turns MIG mode on or off, which some machines need a restart for. */
    private void reset(MigChangeRun run, GpuMachine node) throws ApiError {
        var present = nodes.cuts(node);
        boolean modes = targets.of(node, run.config(), present) instanceof MigTargets.TargetAnswer.BoardCuts(var cuts)
                && !cuts.stream().map(MigPartitioning::enabled).toList()
                        .equals(present.stream().map(MigPartitioning::enabled).toList());
        if (!modes || !node.has(MachineFault.RESET_REFUSED)) {
            next(CUTTING, run, this::cut);
        } else if (!policies.policy().reboots()) {
            write(run, "error", "Error setting MIGMode: the GPU cannot be reset, and WITH_REBOOT is not set");
            end(run, node, "failed");
        } else {
            label(node, labels -> labels.put(SimulatedGpuNodes.MIG_STATE, "rebooting"));
            ground.machines().silence(node.name());
            ground.loop().after(RESTARTING, () -> {
                ground.machines().revive(node.name());
                awaitReturn(run);
            });
        }
    }

    private void awaitReturn(MigChangeRun run) {
        if (makes(run)) {
            next(RESETTING, run, this::cut);
        } else if (run.equals(runs.get(run.node()))) {
            ground.loop().after(LOOKING, () -> awaitReturn(run));
        }
    }

    private void cut(MigChangeRun run, GpuMachine node) throws ApiError {
        var present = nodes.cuts(node);
        if (targets.of(node, run.config(), present) instanceof MigTargets.TargetAnswer.BoardCuts(var cuts)
                && !held(node, present, cuts)) {
            nodes.cut(node, cuts);
            for (var card : ground.pods().on(node.name())) {
                var pod = OperandPods.is(card, GpuOperand.VALIDATOR)
                        ? component.find(ground.kinds().pods(), card.namespace(), card.name())
                        : null;
                if (pod != null) {
                    component.delete(ground.kinds().pods(), pod, DeleteOptions.USUAL);
                }
            }
            end(run, node, "success");
        } else {
            write(run, "error", "Error applying MIG configuration: "
                    + (targets.of(node, run.config(), present) instanceof MigTargets.TargetAnswer.UnfitConfig(var why)
                            ? why
                            : "In use by another client"));
            end(run, node, "failed");
        }
    }

    /** Whether a pod holds a board, or a part of one, that is to be cut in another way. */
    private boolean held(GpuMachine node, List<MigPartitioning> present, List<MigPartitioning> wanted) {
        Set<Integer> changed = new HashSet<>();
        for (int i = 0; i < present.size(); i++) {
            if (!present.get(i).equals(wanted.get(i))) {
                changed.add(i);
            }
        }
        var object = component.find(ground.kinds().nodes(), "", node.name());
        return object != null && ground.pods().on(node.name()).stream().filter(card -> !card.over())
                .anyMatch(card -> holds(card, object, changed));
    }

    private boolean holds(PodCard card, ObjectNode node, Set<Integer> boards) {
        var pod = component.find(ground.kinds().pods(), card.namespace(), card.name());
        return pod != null && pod.path("spec").path("containers").valueStream()
                .flatMap(container -> signals.unitsOf(pod, node, container).stream())
                .anyMatch(unit -> boards.contains(unit.board().index()));
    }

    /** Lets the operands come back, and says how it went. */
    private void end(MigChangeRun run, GpuMachine node, String state) throws ApiError {
        write(run, state.equals("failed") ? "error" : "info",
                "Changing the 'nvidia.com/mig.config.state' node label to '"
                        + state + "'");
        label(node, labels -> {
            PAUSABLE.stream().map(GATE::concat).filter(gate -> labels.path(gate).asText().equals(PAUSED))
                    .forEach(gate -> labels.put(gate, "true"));
            labels.put(SimulatedGpuNodes.MIG_STATE, state);
        });
        runs.remove(run.node());
        if (!nodes.find(run.node()).map(now -> now.label(SimulatedGpuNodes.MIG_CONFIG)).orElse(run.config())
                .equals(run.config())) {
            consider(run.node());
        }
    }

    private void write(MigChangeRun run, String level, String message) {
        if (!run.manager().isEmpty()) {
            ground.diaries().write(run.manager(), "nvidia-mig-manager", component.now(),
                    "time=\"%s\" level=%s msg=\"%s\"".formatted(ObjectTimes.seconds(component.now()), level, message));
        }
    }

    private void label(GpuMachine node, Consumer<ObjectNode> change) throws ApiError {
        var object = component.find(ground.kinds().nodes(), "", node.name());
        if (object != null) {
            component.edit(ground.kinds().nodes(), object,
                    fresh -> change.accept(StoreJson.child(StoreJson.child(fresh, "metadata"), "labels")));
        }
    }
}
