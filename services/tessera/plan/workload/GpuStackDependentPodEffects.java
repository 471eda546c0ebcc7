package tessera.plan.workload;

import java.util.List;
import java.util.Set;
import tessera.gpu.KaiGpuFraction;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;

/** GPU pods that depend on a pod of the GPU stack or of KAI on their node, and the effects of its end. */
final class GpuStackDependentPodEffects {

    private static final String NAME = "app";

    private final PodSummary server;
    private final ProvidedStackComponent part;
    private final List<PodEffect> effects;

    /** The part of the stack that a pod provides. */
    private enum ProvidedStackComponent {
        DRIVER,
        TOOLKIT,
        PLUGIN,
        MPS,
        /** A GPU for the pods that share it. */
        RESERVATION,
        NONE
    }

    GpuStackDependentPodEffects(PodSummary server, NodeAndPodPlannerInput input) {
        this.server = server;
        part = partOf(server);
        effects = switch (part) {
            case DRIVER -> effectsOnUsers(input, PodFate.STRANDED, new RemovedPodOutcome.UsesStoppedDriver());
            case MPS -> effectsOnUsers(input, PodFate.STRANDED, new RemovedPodOutcome.UsesStoppedMpsDaemon());
            case RESERVATION -> effectsOnUsers(input, PodFate.ENDED, new RemovedPodOutcome.LosesGpuReservation());
            case TOOLKIT, PLUGIN, NONE -> List.of();
        };
    }

    private List<PodEffect> effectsOnUsers(NodeAndPodPlannerInput input, PodFate podFate, RemovedPodOutcome outcome) {
        return input.snapshot().findNode(server.node()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> pod.holdsResources() && input.countAccelerators(pod) > 0 && isServed(pod))
                .map(pod -> new PodEffect(pod, podFate, Set.of(PodRemovalConcern.ACCELERATOR_WORK),
                        input.countAccelerators(pod), List.of(), outcome))
                .sorted(PodEffect.WORST_FIRST).toList();
    }

    private boolean isServed(PodSummary pod) {
        return part != ProvidedStackComponent.RESERVATION || (!KaiGpuFraction.isReservation(pod)
                && KaiGpuFraction.isInGroup(pod, server.labels().getOrDefault(KaiGpuFraction.GROUP, "")));
    }

    private static ProvidedStackComponent partOf(PodSummary pod) {
        if (!pod.node().isEmpty() && KaiGpuFraction.isReservation(pod)) {
            return ProvidedStackComponent.RESERVATION;
        }
        if (pod.node().isEmpty() || !pod.owner().kind().equals("DaemonSet")) {
            return ProvidedStackComponent.NONE;
        }
        if ("nvidia-driver".equals(pod.labels().get("app.kubernetes.io/component"))) {
            return ProvidedStackComponent.DRIVER;
        }
        return switch (pod.labels().getOrDefault(NAME, "")) {
            case "nvidia-driver-daemonset" -> ProvidedStackComponent.DRIVER;
            case "nvidia-container-toolkit-daemonset" -> ProvidedStackComponent.TOOLKIT;
            case "nvidia-device-plugin-daemonset" -> ProvidedStackComponent.PLUGIN;
            case "nvidia-device-plugin-mps-control-daemon" -> ProvidedStackComponent.MPS;
            default -> ProvidedStackComponent.NONE;
        };
    }

    List<PodEffect> effects() {
        return effects;
    }

    boolean affectsPods() {
        return !effects.isEmpty();
    }

    List<WorkloadChangeWarning> warnings() {
        var node = server.node();
        return switch (part) {
            case DRIVER -> effects.isEmpty() ? List.of(new WorkloadChangeWarning.DriverStopsOnNode(node))
                    : List.of(new WorkloadChangeWarning.DriverInUse(effects.size(), node),
                            new WorkloadChangeWarning.DrainBeforeDriverChange(node));
            case TOOLKIT -> List.of(new WorkloadChangeWarning.ToolkitStopsOnNode(node));
            case PLUGIN -> List.of(new WorkloadChangeWarning.DevicePluginStopsOnNode(node));
            case MPS -> List.of(new WorkloadChangeWarning.MpsStopsOnNode(node));
            case RESERVATION -> List.of(new WorkloadChangeWarning.PodReservesGpu(effects.size()));
            case NONE -> List.of();
        };
    }
}
