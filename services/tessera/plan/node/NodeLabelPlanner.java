package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.model.JsonPointers;
import tessera.model.MigNodeLabels;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.sharing.DevicePluginConfigChoice;

/** Plans changes of node labels. */
final class NodeLabelPlanner {

    private static final Pattern DISCOVERED = Pattern.compile("feature\\.node\\.kubernetes\\.io/.*"
            + "|nvidia\\.com/(gpu|cuda|gfd|mig|mps|vgpu)\\..*|amd\\.com/gpu\\..*");

    private NodeLabelPlanner() {}

    static ChangePlan plan(ChangeLabelsIntent intent, NodeAndPodPlannerInput input) {
        var steps = new ArrayList<PlanStepWithUndo>();
        var effects = new NodeLabelEffectCalculator(input);
        var guarded = new GpuConfigLabelChangeCheck(input);
        for (var node : NodeTargetResolver.foundNodes(input)) {
            var changes = effectiveChanges(intent, node);
            if (!changes.isEmpty()) {
                steps.add(labelStep(node, changes));
                effects.addNode(node, changes);
                guarded.checkNode(node, changes);
            }
        }
        var warnings = new ArrayList<>(effects.warnings());
        warnings.addAll(warnings(intent));
        var refusals = new ArrayList<>(refusals(intent));
        refusals.addAll(guarded.refusals());
        return new ChangePlan(intent, steps,
                List.of("kubectl label nodes %s %s --overwrite".formatted(intent.nodes().arguments(),
                        intent.arguments())),
                effects.effects(), warnings, refusals, effects.affectsGpuPods() ? intent.nodes().nodesText() : "");
    }

    /** Returns the new value of each label that changes; null for one to remove. */
    private static Map<String, @Nullable String> effectiveChanges(ChangeLabelsIntent intent, PlanTargetNode node) {
        var changes = new HashMap<String, @Nullable String>();
        intent.set().forEach((key, value) -> {
            if (!value.equals(node.labels().get(key))) {
                changes.put(key, value);
            }
        });
        intent.remove().stream().filter(node.labels()::containsKey).forEach(key -> changes.put(key, null));
        return changes;
    }

    private static PlanStepWithUndo labelStep(PlanTargetNode node, Map<String, @Nullable String> changes) {
        var relied = new HashMap<String, @Nullable Object>();
        changes.keySet().forEach(key -> relied.put("/metadata/labels/" + JsonPointers.escape(key),
                node.labels().get(key)));
        var patch = NodePatchFactory.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            changes.forEach(labels::put);
        });
        Map<String, String> before = new HashMap<>();
        Set<String> fresh = new HashSet<>();
        for (var key : changes.keySet()) {
            var value = node.labels().get(key);
            if (value == null) {
                fresh.add(key);
            } else {
                before.put(key, value);
            }
        }
        var undo = new ChangeLabelsIntent(TargetNodeSelection.of(node.name()), before, fresh);
        return new PlanStepWithUndo(patch, "Label " + node.name(), node.name() + " has its labels changed: "
                + new TreeMap<>(changes).entrySet().stream().map(each -> each.getKey() + (each.getValue() == null ? "-"
                        : "=" + each.getValue())).collect(Collectors.joining(" ")),
                Optional.of(undo));
    }

    private static List<String> warnings(ChangeLabelsIntent intent) {
        var warnings = new ArrayList<String>();
        var keys = new ArrayList<>(intent.set().keySet());
        keys.addAll(intent.remove());
        for (var key : keys) {
            if (key.equals(MigNodeLabels.CONFIG)) {
                warnings.add("A change of " + key
                        + " makes the GPUs be divided anew, and nothing waits for that here: tessera plan mig does");
            } else if (key.startsWith(OperandDeployLabels.PREFIX)) {
                warnings.add(gateWarning(key, intent.set().get(key)));
            } else if (key.startsWith("kubernetes.io/")) {
                warnings.add(key + " is the kubelet's: volumes, affinities and spreading of pods rely on it");
            } else if (DISCOVERED.matcher(key).matches()) {
                warnings.add(key + " is kept by feature discovery, which may set it back");
            }
        }
        return warnings;
    }

    /** Returns the effect of a label on the operator; an unset one is set back. */
    private static String gateWarning(String key, @Nullable String value) {
        var part = key.substring(OperandDeployLabels.PREFIX.length());
        if (value == null) {
            return "The operator sets %s again on nodes that have none".formatted(key);
        }
        if (key.equals(OperandDeployLabels.OPERANDS)) {
            if (value.equals("false")) {
                return "The operator takes every operand off the node, its driver and its device plugin too, until somebody sets %s back"
                        .formatted(key);
            }
            return "The operator brings its operands to the node";
        }
        if (value.equals("true")) {
            return "The operator lets %s onto the node".formatted(part);
        }
        return "%s=%s keeps %s off the node until somebody sets it back: the operator leaves it as it is"
                .formatted(key, value, part);
    }

    private static List<Problem> refusals(ChangeLabelsIntent intent) {
        var refusals = new ArrayList<Problem>();
        if (intent.set().isEmpty() && intent.remove().isEmpty()) {
            refusals.add(NodeTargetResolver.invalidInput("No label is named", ""));
        }
        for (var entry : intent.set().entrySet()) {
            var key = entry.getKey();
            var value = entry.getValue();
            LabelAndTaintValidator.keyProblem(key)
                    .or(() -> LabelAndTaintValidator.valueProblem(key, value))
                    .ifPresent(refusals::add);
        }
        intent.remove().forEach(key -> LabelAndTaintValidator.keyProblem(key).ifPresent(refusals::add));
        intent.remove().stream().filter(intent.set()::containsKey)
                .forEach(key -> refusals
                        .add(NodeTargetResolver.invalidInput("“" + key + "” is both set and removed", "")));
        return refusals;
    }

    /** Node labels that are refused as plain labels, because a plan of their own covers their effects. */
    private static final class GpuConfigLabelChangeCheck {

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
            nodes.computeIfAbsent(Objects.requireNonNullElse(value, ""), _ -> new TreeSet<>()).add(name);
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
            for (var entry : shared.entrySet()) {
                var config = entry.getKey();
                var nodes = entry.getValue();
                refusals.add(new Problem(Problem.OperationProblemKind.INVALID,
                        "%s says how the GPUs of %s are shared%s".formatted(DevicePluginConfigChoice.LABEL,
                                LabelAndTaintValidator.firstNamesText(nodes),
                                nodes.stream().allMatch(node -> gpuHoldersOn(node).isEmpty()) ? ""
                                        : ", which pods hold: " + heldText(nodes)),
                        "The device plugin offers another number of them at once; told of a configuration that there is not, it starts again and again, and offers none.",
                        "Plan it with what it takes: tessera plan share %s.".formatted(String.join(" ",
                                nodes.stream().map(node -> config.isEmpty() ? node + "-" : node + "=" + config)
                                        .toList()))));
            }
            return refusals;
        }

        private String heldText(Set<String> nodes) {
            var pods = new TreeSet<String>();
            for (var node : nodes) {
                gpuHoldersOn(node).forEach(pod -> pods.add(pod.key()));
            }
            return LabelAndTaintValidator.firstNamesText(pods);
        }
    }
}
