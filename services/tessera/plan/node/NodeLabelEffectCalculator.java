package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.RemovedGpuCapacity;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * The effects of label changes on pods: pods of a DaemonSet that selects the label end, others run on but could not return. Where the GPU operator takes an operand off a node, so it is with what GPUs need.
 */
final class NodeLabelEffectCalculator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeLabelEffectCalculator.class);
    /** Without one of these nothing that starts gets a GPU. */
    private static final Set<String> NEEDED = Set.of("driver", "container-toolkit", "device-plugin");

    private final NodeAndPodPlannerInput input;
    private final List<PodEffect> pods = new ArrayList<>();
    private final Set<String> without = new TreeSet<>();
    private int holders;

    NodeLabelEffectCalculator(NodeAndPodPlannerInput input) {
        this.input = input;
    }

    /** Adds the effects on the pods of a node; a label that changes to null is removed. */
    void addNode(PlanTargetNode node, Map<String, @Nullable String> changes) {
        var after = labelsAfter(node.labels(), changes);
        var lost = new HashSet<String>();
        var there = input.snapshot().findNode(node.name()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> !pod.phase().isTerminal()).toList();
        for (var pod : there) {
            var selector = input.detailOf(pod).map(PodPlanningDetails::nodeSelector).orElse(Map.of());
            var missing = selector.entrySet().stream()
                    .filter(label -> label.getValue().equals(node.labels().get(label.getKey()))
                            && !label.getValue().equals(after.get(label.getKey())))
                    .map(Map.Entry::getKey).sorted().toList();
            if (!missing.isEmpty()) {
                lost.addAll(missing);
                pods.add(selectorEffect(pod, missing));
            }
        }
        if (NEEDED.stream().anyMatch(part -> lost.contains(OperandDeployLabels.PREFIX + part))) {
            without.add(node.name());
            there.stream().filter(pod -> input.countAccelerators(pod) > 0).forEach(this::addStranded);
        }
    }

    private void addStranded(PodSummary pod) {
        holders++;
        pods.removeIf(effect -> effect.pod().uid().equals(pod.uid()));
        pods.add(effectOn(pod, PodFate.STRANDED, new NodePodEffectReason.GpuLessReplacement()));
    }

    private PodEffect selectorEffect(PodSummary pod, List<String> keys) {
        if (pod.owner().kind().equals("DaemonSet")) {
            return effectOn(pod, PodFate.ENDED,
                    new NodePodEffectReason.DaemonSetNodeSelector(pod.owner().name(), keys));
        }
        return fitsOtherNode(pod) ? effectOn(pod, PodFate.STAYS, new NodePodEffectReason.MovableReplacement(keys))
                : effectOn(pod, PodFate.STRANDED, new NodePodEffectReason.UnplaceableReplacement(keys));
    }

    /** Returns whether an open node that is not changed has all labels that a pod selects. */
    private boolean fitsOtherNode(PodSummary pod) {
        var selector = input.detailOf(pod).map(PodPlanningDetails::nodeSelector).orElse(Map.of());
        return input.snapshot().nodes().stream().filter(node -> !input.targets().contains(node.name())).filter(
                node -> node.nodeSummary().isReady() && !CordonOwnerCatalog.standard().isClosed(node.nodeSummary()))
                .anyMatch(node -> matchesSelector(node, selector));
    }

    private static boolean matchesSelector(NodeWithBoundPods node, Map<String, String> selector) {
        return selector.entrySet().stream()
                .allMatch(each -> each.getValue().equals(node.nodeSummary().labels().get(each.getKey())));
    }

    private PodEffect effectOn(PodSummary pod, PodFate podFate, NodePodEffectReason reason) {
        long accelerators = input.countAccelerators(pod);
        return new PodEffect(pod, podFate, PodEffect.workConcerns(pod, accelerators), accelerators, List.of(), reason);
    }

    /** Returns the labels after the change, with those that the operator removes from a node without operands. */
    private static Map<String, String> labelsAfter(Map<String, String> labels, Map<String, @Nullable String> changes) {
        var after = new HashMap<>(labels);
        changes.forEach((key, value) -> {
            if (value == null) {
                after.remove(key);
            } else {
                after.put(key, value);
            }
        });
        if ("false".equals(after.get(OperandDeployLabels.OPERANDS))) {
            after.keySet().removeIf(
                    key -> key.startsWith(OperandDeployLabels.PREFIX) && !key.equals(OperandDeployLabels.OPERANDS));
        }
        return after;
    }

    PlanEffects effects() {
        return new PlanEffects(pods.stream().sorted(PodEffect.WORST_FIRST).toList(), List.of());
    }

    /** Returns whether pods that hold GPUs are affected. */
    boolean affectsGpuPods() {
        return holders > 0;
    }

    List<Reason> warnings() {
        var warnings = new ArrayList<Reason>();
        if (!without.isEmpty()) {
            warnings.add(new RemovedGpuCapacity(MESSAGES.text("node-names", without), without.size() == 1, holders));
        }
        input.podGap()
                .ifPresent(problem -> warnings.add(new NodeLabelWarning.UnknownSelectingPods(problem.toReason())));
        return warnings;
    }
}
