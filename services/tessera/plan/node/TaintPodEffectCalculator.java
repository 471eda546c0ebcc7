package tessera.plan.node;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import tessera.gpu.RequestedDeviceMatcher;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.model.GpuDaemonSetNodeLoss;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;

/** The effects of added taints on pods. */
final class TaintPodEffectCalculator {

    private static final String NO_EXECUTE = "NoExecute";

    private final NodeAndPodPlannerInput input;
    private final GpuStackDaemonSetNames stack = GpuStackDaemonSetNames.standard();
    private final RequestedDeviceMatcher devices;

    TaintPodEffectCalculator(NodeAndPodPlannerInput input) {
        this.input = input;
        devices = new RequestedDeviceMatcher(input.snapshot(), input.accelerators());
    }

    /** @param added taints that nodes do not have yet */
    PlanEffects effectsOf(Map<PlanTargetNode, List<Taint>> added) {
        var pods = new ArrayList<PodEffect>();
        var daemonSets = new LinkedHashMap<String, GpuDaemonSetNodeLoss>();
        for (var entry : added.entrySet()) {
            var node = entry.getKey();
            var taints = entry.getValue();
            input.snapshot().findNode(node.name()).ifPresent(info -> {
                for (var pod : info.pods()) {
                    if (!pod.phase().isTerminal()) {
                        addStopped(pod, taints, pods);
                        addDaemonSetEffect(pod, taints, daemonSets);
                    }
                }
            });
        }
        for (var pod : input.snapshot().unbound()) {
            if (pod.waitsForNode()) {
                addShutOut(pod, added, pods);
            }
        }
        return new PlanEffects(pods.stream().sorted(PodEffect.WORST_FIRST).toList(), List.copyOf(daemonSets.values()));
    }

    private void addStopped(PodSummary pod, List<Taint> taints, List<PodEffect> pods) {
        var detail = input.detailOf(pod);
        if (detail.isEmpty() || detail.get().fromFile()) {
            return;
        }
        taints.stream().filter(taint -> taint.effect().equals(NO_EXECUTE))
                .min(Comparator.comparingLong(taint -> tolerationSeconds(detail.get(), taint))).ifPresent(taint -> {
                    var seconds = tolerationSeconds(detail.get(), taint);
                    if (seconds != Long.MAX_VALUE) {
                        pods.add(effectOn(pod, PodFate.STOPPED, detail.get(),
                                seconds == 0 ? new NodePodEffectReason.MissingToleration(taint.toString())
                                        : new NodePodEffectReason.TemporaryToleration(taint.toString(), seconds)));
                    }
                });
    }

    /** Returns the seconds that a pod stays under a taint; {@link Long#MAX_VALUE} for ever. */
    private static long tolerationSeconds(PodPlanningDetails pod, Taint taint) {
        var tolerating = pod.tolerations().stream().filter(toleration -> toleration.toleratesTaint(taint)).toList();
        if (tolerating.isEmpty()) {
            return 0;
        }
        return tolerating.stream().map(Toleration::seconds)
                .mapToLong(seconds -> seconds == null ? Long.MAX_VALUE : Math.max(0, seconds)).min()
                .orElse(Long.MAX_VALUE);
    }

    private void addDaemonSetEffect(PodSummary pod, List<Taint> taints, Map<String, GpuDaemonSetNodeLoss> daemonSets) {
        var detail = input.detailOf(pod);
        if (!pod.owner().kind().equals("DaemonSet") || !stack.contains(pod.owner().name()) || detail.isEmpty()) {
            return;
        }
        var hard = untoleratedTaints(detail.get(), taints);
        if (!hard.isEmpty()) {
            daemonSets.merge(pod.namespace() + "/" + pod.owner().name(),
                    new GpuDaemonSetNodeLoss(pod.namespace(), pod.owner().name(), hard, List.of(pod.node())),
                    TaintPodEffectCalculator::mergeEffects);
        }
    }

    private static GpuDaemonSetNodeLoss mergeEffects(GpuDaemonSetNodeLoss one, GpuDaemonSetNodeLoss other) {
        var taints = new TreeSet<>(one.taints());
        taints.addAll(other.taints());
        var nodes = new TreeSet<>(one.nodes());
        nodes.addAll(other.nodes());
        return new GpuDaemonSetNodeLoss(one.namespace(), one.name(), List.copyOf(taints), List.copyOf(nodes));
    }

    private static List<String> untoleratedTaints(PodPlanningDetails pod, List<Taint> taints) {
        return Toleration.untoleratedTaints(taints, pod.tolerations()).stream().map(Taint::toString).toList();
    }

    private void addShutOut(PodSummary pod, Map<PlanTargetNode, List<Taint>> added, List<PodEffect> pods) {
        var detail = input.detailOf(pod);
        if (detail.isEmpty()) {
            return;
        }
        var lost = new ArrayList<String>();
        Set<String> why = new TreeSet<>();
        added.forEach((node, taints) -> {
            var hard = untoleratedTaints(detail.get(), taints);
            boolean open = node.labels().entrySet().containsAll(detail.get().nodeSelector().entrySet())
                    && untoleratedTaints(detail.get(), node.taints().stream().map(NodeTaint::taint).toList()).isEmpty()
                    && input.snapshot().findNode(node.name()).stream().allMatch(info -> devices.couldServe(pod, info));
            if (open && !hard.isEmpty()) {
                lost.add(node.name());
                why.addAll(hard);
            }
        });
        if (!lost.isEmpty()) {
            pods.add(effectOn(pod, PodFate.SHUT_OUT, detail.get(),
                    new NodePodEffectReason.ExcludedPendingPod(why, lost)));
        }
    }

    private PodEffect effectOn(PodSummary pod, PodFate podFate, PodPlanningDetails detail, NodePodEffectReason reason) {
        long accelerators = input.countAccelerators(pod);
        var concerns = EnumSet.noneOf(PodRemovalConcern.class);
        if (podFate == PodFate.STOPPED) {
            concerns.addAll(PodRemovalConcernCollector.concernsOf(pod, detail, accelerators));
        }
        return new PodEffect(pod, podFate, concerns, accelerators, List.of(), reason);
    }

    /** The DaemonSets without which GPUs are not advertised. Data: {@code gpu-stack.json}. */
    private static final class GpuStackDaemonSetNames {

        private final List<Pattern> daemonSets;

        private GpuStackDaemonSetNames(List<Pattern> daemonSets) {
            this.daemonSets = daemonSets;
        }

        static GpuStackDaemonSetNames standard() {
            try (var file = Objects
                    .requireNonNull(GpuStackDaemonSetNames.class.getResourceAsStream("gpu-stack.json"))) {
                var tree = new JsonMapper().readTree(file);
                return new GpuStackDaemonSetNames(StreamSupport.stream(tree.path("daemonSets").spliterator(), false)
                        .map(name -> Pattern.compile(name.asText())).toList());
            } catch (IOException e) {
                throw new UncheckedIOException("damaged gpu-stack.json", e);
            }
        }

        boolean contains(String daemonSet) {
            return daemonSets.stream().anyMatch(pattern -> pattern.matcher(daemonSet).matches());
        }
    }
}
