package tessera.plan.model;

import java.util.List;
import java.util.function.Function;
import tessera.model.PodSummary;
import tessera.plan.model.PodEffect.PodFate;

/**
 * The effects of a change on pods, DaemonSets, MIG layouts and advertised resources.
 *
 * @param pods       those it touches; the ones that lose most first
 * @param daemonSets of the GPU stack, that would be kept away
 * @param migLayouts  nodes whose GPUs are divided anew
 * @param advertisedResources     nodes that will offer something else
 */
public record PlanEffects(List<PodEffect> pods, List<GpuDaemonSetNodeLoss> daemonSets, List<MigLayoutEffect> migLayouts,
        List<AdvertisedResourcesEffect> advertisedResources) {

    public static final PlanEffects NONE = new PlanEffects(List.of(), List.of());

    public PlanEffects {
        pods = List.copyOf(pods);
        daemonSets = List.copyOf(daemonSets);
        migLayouts = List.copyOf(migLayouts);
        advertisedResources = List.copyOf(advertisedResources);
    }

    /** Those of a change after which every node offers what it did. */
    public PlanEffects(List<PodEffect> pods, List<GpuDaemonSetNodeLoss> daemonSets) {
        this(pods, daemonSets, List.of(), List.of());
    }

    static PlanEffects combine(List<PlanEffects> parts) {
        return new PlanEffects(
                parts.stream().flatMap(part -> part.pods().stream()).sorted(PodEffect.WORST_FIRST).toList(),
                parts.stream().flatMap(part -> part.daemonSets().stream()).toList(),
                parts.stream().flatMap(part -> part.migLayouts().stream()).toList(),
                parts.stream().flatMap(part -> part.advertisedResources().stream()).toList());
    }

    /** Returns the same effects where claims may not be read. */
    PlanEffects withoutClaims() {
        return new PlanEffects(pods.stream().map(PodEffect::withoutClaims).toList(), daemonSets, migLayouts,
                advertisedResources);
    }

    /** Returns the same effects with the accelerators of each pod told in the units of its node. */
    PlanEffects withAmountTexts(Function<PodSummary, String> amounts) {
        return new PlanEffects(
                pods.stream()
                        .map(effect -> effect.accelerators() == 0 ? effect
                                : effect.withAmountText(amounts.apply(effect.pod())))
                        .toList(),
                daemonSets, migLayouts, advertisedResources);
    }

    /** Returns both effects as one. */
    public PlanEffects and(PlanEffects more) {
        return combine(List.of(this, more));
    }

    public List<PodEffect> podsWithFate(PodFate podFate) {
        return pods.stream().filter(pod -> pod.fate() == podFate).toList();
    }

    /** Returns running pods whose successors could not be scheduled. */
    public List<PodEffect> strandedPods() {
        return podsWithFate(PodFate.STRANDED).stream().filter(pod -> pod.pod().holdsResources()).toList();
    }

    /** Returns pods that will not keep running on their node. */
    public List<PodEffect> leavingPods() {
        return pods.stream().filter(pod -> switch (pod.fate()) {
            case EVICTED, BLOCKED, STOPPED, ENDED -> true;
            case SHUT_OUT, STRANDED, STAYS -> false;
        }).toList();
    }
}
