package tessera.plan.workload;

import java.util.List;
import java.util.Set;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.plan.context.PlanSurvey;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Concern;
import tessera.plan.model.PodEffect.Fate;

/** The pods of a node that work by what a pod of the GPU stack there keeps up, and what its end means to them. */
final class ServedPods {

    private static final String NAME = "app";

    private final PodFacts server;
    private final StackPart part;
    private final List<PodEffect> effects;

    /** What a pod of the stack keeps up. */
    private enum StackPart {
        DRIVER,
        TOOLKIT,
        PLUGIN,
        NONE
    }

    ServedPods(PodFacts server, PlanSurvey survey) {
        this.server = server;
        part = part(server);
        effects = part != StackPart.DRIVER ? List.of()
                : survey.snapshot().node(server.node()).map(NodeInfo::pods).orElse(List.of()).stream()
                        .filter(pod -> pod.holdsResources() && survey.accelerators(pod) > 0)
                        .map(pod -> new PodEffect(pod, Fate.STRANDED, Set.of(Concern.ACCELERATOR_WORK),
                                survey.accelerators(pod), List.of(),
                                "works with this driver; goes on if the next driver pod finds nothing to change"))
                        .sorted(PodEffect.WORST_FIRST).toList();
    }

    private static StackPart part(PodFacts pod) {
        if (pod.node().isEmpty() || !pod.owner().kind().equals("DaemonSet")) {
            return StackPart.NONE;
        }
        if ("nvidia-driver".equals(pod.labels().get("app.kubernetes.io/component"))) {
            return StackPart.DRIVER;
        }
        return switch (pod.labels().getOrDefault(NAME, "")) {
            case "nvidia-driver-daemonset" -> StackPart.DRIVER;
            case "nvidia-container-toolkit-daemonset" -> StackPart.TOOLKIT;
            case "nvidia-device-plugin-daemonset" -> StackPart.PLUGIN;
            default -> StackPart.NONE;
        };
    }

    List<PodEffect> effects() {
        return effects;
    }

    boolean dangerous() {
        return !effects.isEmpty();
    }

    List<String> warnings() {
        return switch (part) {
            case DRIVER -> effects.isEmpty()
                    ? List.of("Nothing on %s gets at its GPUs until the next driver pod is ready"
                            .formatted(server.node()))
                    : List.of(
                            "%s of %s with its driver: an operator before v26.7, or one told of another driver, has them leave before it loads that, and cannot load it while they use the former one"
                                    .formatted(
                                            effects.size() == 1 ? "1 pod that holds GPUs"
                                                    : effects.size() + " pods that hold GPUs",
                                            server.node() + (effects.size() == 1 ? " works" : " work")),
                            "To have them leave first: tessera plan drain " + server.node());
            case TOOLKIT -> List.of("Until the next one is ready, containers that start on %s get at no GPU"
                    .formatted(server.node()));
            case PLUGIN -> List.of("Until the next one is ready, %s offers no GPU; pods that hold some go on"
                    .formatted(server.node()));
            case NONE -> List.of();
        };
    }
}
