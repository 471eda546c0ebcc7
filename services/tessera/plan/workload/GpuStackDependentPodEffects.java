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
            case DRIVER -> effectsOnUsers(input, PodFate.STRANDED,
                    "works with this driver; goes on if the next driver pod finds nothing to change");
            case MPS -> effectsOnUsers(input, PodFate.STRANDED,
                    "works through this daemon: its CUDA calls fail when the MPS servers end with it");
            case RESERVATION -> effectsOnUsers(input, PodFate.ENDED,
                    "KAI deletes it, as no pod reserves its GPU any more");
            case TOOLKIT, PLUGIN, NONE -> List.of();
        };
    }

    private List<PodEffect> effectsOnUsers(NodeAndPodPlannerInput input, PodFate podFate, String text) {
        return input.snapshot().findNode(server.node()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> pod.holdsResources() && input.countAccelerators(pod) > 0 && isServed(pod))
                .map(pod -> new PodEffect(pod, podFate, Set.of(PodRemovalConcern.ACCELERATOR_WORK),
                        input.countAccelerators(pod),
                        List.of(), text))
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

    List<String> warnings() {
        return switch (part) {
            case DRIVER -> {
                if (effects.isEmpty()) {
                    yield List.of("Nothing on %s gets at its GPUs until the next driver pod is ready"
                            .formatted(server.node()));
                }
                yield List.of(
                        "%s of %s with its driver: an operator before v26.7, or one told of another driver, has them leave before it loads that, and cannot load it while they use the former one"
                                .formatted(
                                        effects.size() == 1 ? "1 pod that holds GPUs"
                                                : effects.size() + " pods that hold GPUs",
                                        server.node() + (effects.size() == 1 ? " works" : " work")),
                        "To have them leave first: tessera plan drain " + server.node());
            }
            case TOOLKIT -> List.of("Until the next one is ready, containers that start on %s get at no GPU"
                    .formatted(server.node()));
            case PLUGIN -> List.of("Until the next one is ready, %s offers no GPU; pods that hold some go on"
                    .formatted(server.node()));
            case MPS -> List.of("Until the next one is ready, no work on shares of %s begins".formatted(server.node()));
            case RESERVATION -> List.of(effects.isEmpty() ? "It only reserves a GPU, which no pod shares any more"
                    : "It only reserves a GPU for the pods that share it; they end with it");
            case NONE -> List.of();
        };
    }
}
