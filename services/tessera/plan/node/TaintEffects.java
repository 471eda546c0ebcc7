package tessera.plan.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.model.PodFacts;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.plan.context.NodeObject;
import tessera.plan.context.NodeObject.HeldTaint;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.PodDetail;
import tessera.plan.model.DaemonSetEffect;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Concern;
import tessera.plan.model.PodEffect.Fate;

/** What further taints mean to pods. */
final class TaintEffects {

    private static final String NO_EXECUTE = "NoExecute";

    private final PlanSurvey survey;
    private final NodeGpuStack stack = NodeGpuStack.standard();

    TaintEffects(PlanSurvey survey) {
        this.survey = survey;
    }

    /** @param added taints that nodes do not have yet */
    PlanEffects of(Map<NodeObject, List<Taint>> added) {
        var pods = new ArrayList<PodEffect>();
        var daemonSets = new LinkedHashMap<String, DaemonSetEffect>();
        added.forEach((node, taints) -> survey.snapshot().node(node.name()).ifPresent(info -> {
            for (var pod : info.pods()) {
                if (!pod.phase().terminal()) {
                    stopped(pod, taints, pods);
                    keptAway(pod, taints, daemonSets);
                }
            }
        }));
        for (var pod : survey.snapshot().unbound()) {
            if (pod.waitsForNode()) {
                shutOut(pod, added, pods);
            }
        }
        return new PlanEffects(pods.stream().sorted(PodEffect.WORST_FIRST).toList(), List.copyOf(daemonSets.values()));
    }

    private void stopped(PodFacts pod, List<Taint> taints, List<PodEffect> pods) {
        var detail = survey.detail(pod);
        if (detail.isEmpty() || detail.get().fromFile()) {
            return;
        }
        taints.stream().filter(taint -> taint.effect().equals(NO_EXECUTE))
                .min(Comparator.comparingLong(taint -> patience(detail.get(), taint))).ifPresent(taint -> {
                    var seconds = patience(detail.get(), taint);
                    if (seconds != Long.MAX_VALUE) {
                        pods.add(effect(pod, Fate.STOPPED, detail.get(), seconds == 0
                                ? "does not tolerate " + taint + " and stops at once"
                                : "tolerates " + taint + " for " + seconds + " s only"));
                    }
                });
    }

    /** How many seconds a pod stays under a taint; {@link Long#MAX_VALUE} for ever. */
    private static long patience(PodDetail pod, Taint taint) {
        var tolerating = pod.tolerations().stream().filter(toleration -> toleration.tolerates(taint)).toList();
        return tolerating.isEmpty() ? 0
                : tolerating.stream().map(Toleration::seconds)
                        .mapToLong(seconds -> seconds == null ? Long.MAX_VALUE : Math.max(0, seconds)).min()
                        .orElse(Long.MAX_VALUE);
    }

    private void keptAway(PodFacts pod, List<Taint> taints, Map<String, DaemonSetEffect> daemonSets) {
        var detail = survey.detail(pod);
        if (!pod.owner().kind().equals("DaemonSet") || !stack.contains(pod.owner().name()) || detail.isEmpty()) {
            return;
        }
        var hard = untolerated(detail.get(), taints);
        if (!hard.isEmpty()) {
            daemonSets.merge(pod.namespace() + "/" + pod.owner().name(),
                    new DaemonSetEffect(pod.namespace(), pod.owner().name(), hard, List.of(pod.node())),
                    TaintEffects::both);
        }
    }

    private static DaemonSetEffect both(DaemonSetEffect one, DaemonSetEffect other) {
        var taints = new TreeSet<>(one.taints());
        taints.addAll(other.taints());
        var nodes = new TreeSet<>(one.nodes());
        nodes.addAll(other.nodes());
        return new DaemonSetEffect(one.namespace(), one.name(), List.copyOf(taints), List.copyOf(nodes));
    }

    private static List<String> untolerated(PodDetail pod, List<Taint> taints) {
        return taints.stream().filter(taint -> !taint.effect().equals("PreferNoSchedule"))
                .filter(taint -> !Toleration.any(pod.tolerations(), taint)).map(Taint::toString).toList();
    }

    private void shutOut(PodFacts pod, Map<NodeObject, List<Taint>> added, List<PodEffect> pods) {
        var detail = survey.detail(pod);
        if (detail.isEmpty()) {
            return;
        }
        var lost = new ArrayList<String>();
        Set<String> why = new TreeSet<>();
        added.forEach((node, taints) -> {
            var hard = untolerated(detail.get(), taints);
            boolean open = node.labels().entrySet().containsAll(detail.get().nodeSelector().entrySet())
                    && untolerated(detail.get(), node.taints().stream().map(HeldTaint::taint).toList()).isEmpty()
                    && offers(node, pod);
            if (open && !hard.isEmpty()) {
                lost.add(node.name());
                why.addAll(hard);
            }
        });
        if (!lost.isEmpty()) {
            pods.add(effect(pod, Fate.SHUT_OUT, detail.get(), "waits, does not tolerate %s and could no longer go to %s"
                    .formatted(String.join(", ", why),
                            lost.size() > 3 ? lost.size() + " nodes" : String.join(", ", lost))));
        }
    }

    /** Whether a node has, held or not, the devices that a pod wants. */
    private boolean offers(NodeObject node, PodFacts pod) {
        return survey.snapshot().node(node.name()).stream().allMatch(info -> pod.requests().names().stream()
                .filter(name -> name.contains("/"))
                .allMatch(
                        name -> Math.max(info.facts().capacity().get(name), info.facts().allocatable().get(name)) >= pod
                                .requests().get(name)));
    }

    private PodEffect effect(PodFacts pod, Fate fate, PodDetail detail, String words) {
        long accelerators = survey.accelerators(pod);
        var concerns = EnumSet.noneOf(Concern.class);
        if (fate == Fate.STOPPED) {
            concerns.addAll(PodConcerns.of(pod, detail, accelerators));
        }
        return new PodEffect(pod, fate, concerns, accelerators, List.of(), words);
    }
}
