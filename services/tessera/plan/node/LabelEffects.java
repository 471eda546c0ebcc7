package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.insight.node.CordonOwners;
import tessera.model.DeployGates;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.PodDetail;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Fate;
import tessera.plan.model.RemovedCapacity;

/**
 * What other labels of nodes mean to pods there: those that a DaemonSet chose the node for by a label go with it, others run
 * on and could not come back. Where the GPU operator takes an operand off a node, so it is with what GPUs need.
 */
final class LabelEffects {

    /** Without one of these nothing that starts gets a GPU. */
    private static final Set<String> NEEDED = Set.of("driver", "container-toolkit", "device-plugin");

    private final PlanSurvey survey;
    private final List<PodEffect> pods = new ArrayList<>();
    private final Set<String> without = new TreeSet<>();
    private int holders;

    LabelEffects(PlanSurvey survey) {
        this.survey = survey;
    }

    /** Adds what becomes of the pods of a node; a label that changes to null goes. */
    void add(NodeObject node, Map<String, @Nullable String> changes) {
        var after = after(node.labels(), changes);
        var lost = new HashSet<String>();
        var there = survey.snapshot().node(node.name()).map(NodeInfo::pods).orElse(List.of()).stream()
                .filter(pod -> !pod.phase().terminal()).toList();
        for (var pod : there) {
            var selector = survey.detail(pod).map(PodDetail::nodeSelector).orElse(Map.of());
            var missing = selector.entrySet().stream().filter(label -> label.getValue().equals(
                    node.labels().get(label.getKey())) && !label.getValue().equals(after.get(label.getKey())))
                    .map(Map.Entry::getKey).sorted().toList();
            if (!missing.isEmpty()) {
                lost.addAll(missing);
                pods.add(chosen(pod, String.join(", ", missing)));
            }
        }
        if (NEEDED.stream().anyMatch(part -> lost.contains(DeployGates.PREFIX + part))) {
            without.add(node.name());
            there.stream().filter(pod -> survey.accelerators(pod) > 0).forEach(this::stranded);
        }
    }

    private void stranded(PodFacts pod) {
        holders++;
        pods.removeIf(effect -> effect.pod().uid().equals(pod.uid()));
        pods.add(effect(pod, Fate.STRANDED, "goes on until it ends; the node offers its successor no GPU"));
    }

    private PodEffect chosen(PodFacts pod, String keys) {
        if (pod.owner().kind().equals("DaemonSet")) {
            return effect(pod, Fate.ENDED, "its DaemonSet %s chooses nodes by %s".formatted(pod.owner().name(), keys));
        }
        return elsewhere(pod)
                ? effect(pod, Fate.STAYS,
                        "runs on; its successor could go to another node, as it chooses nodes by " + keys)
                : effect(pod, Fate.STRANDED, "runs on; its successor chooses nodes by " + keys);
    }

    /** Whether an open node that the change leaves as it is has all labels that a pod chooses nodes by. */
    private boolean elsewhere(PodFacts pod) {
        var selector = survey.detail(pod).map(PodDetail::nodeSelector).orElse(Map.of());
        return survey.snapshot().nodes().stream().filter(node -> !survey.targets().contains(node.name()))
                .filter(node -> node.facts().ready() && !CordonOwners.standard().closed(node.facts()))
                .anyMatch(node -> selector.entrySet().stream()
                        .allMatch(each -> each.getValue().equals(node.facts().labels().get(each.getKey()))));
    }

    private PodEffect effect(PodFacts pod, Fate fate, String words) {
        long accelerators = survey.accelerators(pod);
        return new PodEffect(pod, fate, PodEffect.work(pod, accelerators), accelerators, List.of(), words);
    }

    /** With what the operator makes of it: a node that shall have no operand has none of their labels. */
    private static Map<String, String> after(Map<String, String> labels, Map<String, @Nullable String> changes) {
        var after = new HashMap<>(labels);
        changes.forEach((key, value) -> {
            if (value == null) {
                after.remove(key);
            } else {
                after.put(key, value);
            }
        });
        if ("false".equals(after.get(DeployGates.OPERANDS))) {
            after.keySet().removeIf(key -> key.startsWith(DeployGates.PREFIX) && !key.equals(DeployGates.OPERANDS));
        }
        return after;
    }

    PlanEffects effects() {
        return new PlanEffects(pods.stream().sorted(PodEffect.WORST_FIRST).toList(), List.of());
    }

    /** Whether pods that hold GPUs are among those that lose by it. */
    boolean dangerous() {
        return holders > 0;
    }

    List<String> warnings() {
        var warnings = new ArrayList<String>();
        if (!without.isEmpty()) {
            warnings.add(RemovedCapacity.words(KubernetesNames.few(without), without.size() == 1, holders));
        }
        survey.podGap().ifPresent(problem -> warnings
                .add("Which pods were put there by these labels is not known: " + problem.sentence()));
        return warnings;
    }
}
