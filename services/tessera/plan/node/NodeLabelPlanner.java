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
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Plans changes of node labels. */
final class NodeLabelPlanner {

    private static final List<String> DISCOVERED = List.of("feature.node.kubernetes.io/", "nvidia.com/gpu.",
            "nvidia.com/cuda.", "nvidia.com/gfd.", "nvidia.com/mig.", "nvidia.com/mps.", "nvidia.com/vgpu.",
            "amd.com/gpu.");
    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeLabelPlanner.class);

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
        var warnings = Stream.<Reason>concat(effects.warnings().stream(), warnings(intent)).toList();
        var refusals = new ArrayList<>(refusals(intent));
        refusals.addAll(guarded.refusals());
        return new ChangePlan(intent, steps,
                List.of("kubectl %s nodes %s %s --overwrite".formatted(intent.verb(), intent.nodes().arguments(),
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
        changes.keySet()
                .forEach(key -> relied.put("/metadata/labels/" + JsonPointers.escape(key), node.labels().get(key)));
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
        var arguments = new TreeMap<>(changes).entrySet().stream()
                .map(each -> each.getKey() + (each.getValue() == null ? "-" : "=" + each.getValue()))
                .collect(Collectors.joining(" "));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.label", node.name()),
                MESSAGES.text("step.label.effect", node.name(), arguments), Optional.of(undo));
    }

    private static Stream<NodeLabelWarning> warnings(ChangeLabelsIntent intent) {
        return Stream.concat(intent.set().keySet().stream(), intent.remove().stream())
                .flatMap(key -> warningFor(key, intent.set().get(key)).stream());
    }

    private static Optional<NodeLabelWarning> warningFor(String key, @Nullable String value) {
        if (key.equals(MigNodeLabels.CONFIG)) {
            return Optional.of(new NodeLabelWarning.MigConfigLabel(key));
        }
        if (key.startsWith(OperandDeployLabels.PREFIX)) {
            return Optional.of(operandWarning(key, value));
        }
        if (key.equals(OperandDeployLabels.WORKLOAD)) {
            return Optional.of(new NodeLabelWarning.WorkloadConfigLabel(key));
        }
        if (key.startsWith("kubernetes.io/")) {
            return Optional.of(new NodeLabelWarning.KubeletLabel(key));
        }
        return DISCOVERED.stream().anyMatch(key::startsWith) ? Optional.of(new NodeLabelWarning.DiscoveredLabel(key))
                : Optional.empty();
    }

    /** Returns the effect of a label on the operator; an unset one is set back. */
    private static NodeLabelWarning operandWarning(String key, @Nullable String value) {
        if (value == null) {
            return new NodeLabelWarning.OperandLabelReset(key);
        }
        if (key.equals(OperandDeployLabels.OPERANDS)) {
            return value.equals("false") ? new NodeLabelWarning.AllOperandsRemoval(key)
                    : new NodeLabelWarning.AllOperandsDeployment();
        }
        var operand = key.substring(OperandDeployLabels.PREFIX.length());
        return value.equals("true") ? new NodeLabelWarning.OperandDeployment(operand)
                : new NodeLabelWarning.OperandRemoval(key, value, operand);
    }

    private static List<Problem> refusals(ChangeLabelsIntent intent) {
        var refusals = new ArrayList<Problem>();
        if (intent.set().isEmpty() && intent.remove().isEmpty()) {
            refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.MissingLabel()));
        }
        for (var entry : intent.set().entrySet()) {
            var key = entry.getKey();
            var value = entry.getValue();
            LabelAndTaintValidator.keyProblem(key).or(() -> LabelAndTaintValidator.valueProblem(key, value))
                    .ifPresent(refusals::add);
        }
        intent.remove().forEach(key -> LabelAndTaintValidator.keyProblem(key).ifPresent(refusals::add));
        intent.remove().stream().filter(intent.set()::containsKey).forEach(
                key -> refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.ContradictoryChange(key))));
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
            divided.forEach((config, nodes) -> refusals
                    .add(NodeTargetResolver.refusal(new NodeChangeRefusal.UnplannedMigChange(MigNodeLabels.CONFIG,
                            nodes, gpuHoldersOn(nodes), config, String.join(" ", nodes)))));
            shared.forEach((config,
                    nodes) -> refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.UnplannedSharingChange(
                            DevicePluginConfigChoice.LABEL, nodes, gpuHoldersOn(nodes), nodes.stream()
                                    .map(node -> node + changeSuffix(config)).collect(Collectors.joining(" "))))));
            return refusals;
        }

        private static String changeSuffix(String config) {
            return config.isEmpty() ? "-" : "=" + config;
        }

        private Set<String> gpuHoldersOn(Set<String> nodes) {
            return nodes.stream().flatMap(node -> gpuHoldersOn(node).stream()).map(PodSummary::key)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
