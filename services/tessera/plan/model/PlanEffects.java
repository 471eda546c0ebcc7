package tessera.plan.model;

import java.util.List;
import tessera.plan.model.PodEffect.Fate;

/**
 * What a change means to what runs in the cluster.
 *
 * @param pods       those it touches; the ones that lose most first
 * @param daemonSets of the GPU stack, that would be kept away
 * @param divisions  nodes whose GPUs are divided anew
 * @param offers     nodes that will offer something else
 */
public record PlanEffects(List<PodEffect> pods, List<DaemonSetEffect> daemonSets, List<MigLayoutEffect> divisions,
        List<OfferEffect> offers) {

    public static final PlanEffects NONE = new PlanEffects(List.of(), List.of());

    public PlanEffects {
        pods = List.copyOf(pods);
        daemonSets = List.copyOf(daemonSets);
        divisions = List.copyOf(divisions);
        offers = List.copyOf(offers);
    }

    /** Those of a change after which every node offers what it did. */
    public PlanEffects(List<PodEffect> pods, List<DaemonSetEffect> daemonSets) {
        this(pods, daemonSets, List.of(), List.of());
    }

    static PlanEffects together(List<PlanEffects> parts) {
        return new PlanEffects(
                parts.stream().flatMap(part -> part.pods().stream()).sorted(PodEffect.WORST_FIRST).toList(),
                parts.stream().flatMap(part -> part.daemonSets().stream()).toList(),
                parts.stream().flatMap(part -> part.divisions().stream()).toList(),
                parts.stream().flatMap(part -> part.offers().stream()).toList());
    }

    /** These and others. */
    public PlanEffects and(PlanEffects more) {
        return together(List.of(this, more));
    }

    public List<PodEffect> of(Fate fate) {
        return pods.stream().filter(pod -> pod.fate() == fate).toList();
    }

    /** Running pods whose successors could not take their place. */
    public List<PodEffect> stranded() {
        return of(Fate.STRANDED).stream().filter(pod -> pod.pod().holdsResources()).toList();
    }

    /** Pods that will not run on, where they are now. */
    public List<PodEffect> leaving() {
        return pods.stream().filter(pod -> switch (pod.fate()) {
            case EVICTED, BLOCKED, STOPPED, ENDED -> true;
            case SHUT_OUT, STRANDED, STAYS -> false;
        }).toList();
    }
}
