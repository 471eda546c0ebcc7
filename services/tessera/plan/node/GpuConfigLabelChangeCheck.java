package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.model.MigNodeLabels;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.sharing.DevicePluginConfigChoice;

/** Node labels that are refused as plain labels, because a plan of their own covers their effects. */
final class GpuConfigLabelChangeCheck {

    private static final String PRESENT = "nvidia.com/gpu.present";
    private static final String YES = "true";

    private final NodeAndPodPlannerInput input;
    /** Names of nodes by what they shall be told. */
    private final Map<String, Set<String>> divided = new TreeMap<>();
    private final Map<String, Set<String>> shared = new TreeMap<>();

    GpuConfigLabelChangeCheck(NodeAndPodPlannerInput input) {
        this.input = input;
    }

    /** Checks a node; a label that changes to null is removed. */
    void checkNode(PlanTargetNode node, Map<String, @Nullable String> changes) {
        if (changes.containsKey(MigNodeLabels.CONFIG) && YES.equals(node.labels().get(MigNodeLabels.CAPABLE))
                && !gpuHoldersOn(node.name()).isEmpty()) {
            addNode(divided, changes.get(MigNodeLabels.CONFIG), node.name());
        }
        if (changes.containsKey(DevicePluginConfigChoice.LABEL) && YES.equals(node.labels().get(PRESENT))) {
            addNode(shared, changes.get(DevicePluginConfigChoice.LABEL), node.name());
        }
    }

    private static void addNode(Map<String, Set<String>> nodes, @Nullable String value, String name) {
        nodes.computeIfAbsent(value == null ? "" : value, _ -> new TreeSet<>()).add(name);
    }

    private List<PodSummary> gpuHoldersOn(String node) {
        return input.snapshot().findNode(node).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> pod.holdsResources() && input.countAccelerators(pod) > 0).toList();
    }

    List<Problem> refusals() {
        var refusals = new ArrayList<Problem>();
        divided.forEach((config, nodes) -> refusals.add(new Problem(Problem.OperationProblemKind.INVALID,
                "Pods hold GPUs of %s that %s would have divided anew: %s".formatted(
                        LabelAndTaintValidator.firstNamesText(nodes),
                        MigNodeLabels.CONFIG,
                        heldText(nodes)),
                "The MIG manager neither closes the node nor has them leave, so the change fails or takes their GPUs.",
                config.isEmpty() ? "Leave the label, or have them leave first: tessera plan drain."
                        : "Plan it with what it takes: tessera plan mig %s --config=%s.".formatted(
                                String.join(" ", nodes), config))));
        shared.forEach((config, nodes) -> refusals.add(new Problem(Problem.OperationProblemKind.INVALID,
                "%s says how the GPUs of %s are shared%s".formatted(DevicePluginConfigChoice.LABEL,
                        LabelAndTaintValidator.firstNamesText(nodes),
                        nodes.stream().allMatch(node -> gpuHoldersOn(node).isEmpty()) ? ""
                                : ", which pods hold: " + heldText(nodes)),
                "The device plugin offers another number of them at once; told of a configuration that there is not, it starts again and again, and offers none.",
                "Plan it with what it takes: tessera plan share %s.".formatted(String.join(" ",
                        nodes.stream().map(node -> config.isEmpty() ? node + "-" : node + "=" + config).toList())))));
        return refusals;
    }

    private String heldText(Set<String> nodes) {
        var pods = new TreeSet<String>();
        nodes.forEach(node -> gpuHoldersOn(node).forEach(pod -> pods.add(pod.key())));
        return LabelAndTaintValidator.firstNamesText(pods);
    }
}
