package tessera.quota.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.scheduling.ObjectSource;

/**
 * All that protects the pods of a namespace, as it was read.
 *
 * @param kept    by name
 * @param guarded by name
 * @param gaps    why some of it could not be read
 */
public record NamespaceGuards(List<DisruptionBudget> kept, List<GuardedPods> guarded, List<Problem> gaps) {

    public NamespaceGuards {
        kept = List.copyOf(kept);
        guarded = List.copyOf(guarded);
        gaps = List.copyOf(gaps);
    }

    /** Reads them; waits for the cluster. */
    public static NamespaceGuards read(ObjectSource source, String namespace) throws Failure, InterruptedException {
        var kept = new ArrayList<DisruptionBudget>();
        var guarded = new ArrayList<GuardedPods>();
        var gaps = new ArrayList<Problem>();
        source.allowed(new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, ""),
                budget -> kept.add(DisruptionBudget.of(budget))).ifPresent(gaps::add);
        source.allowed(new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, ""),
                policy -> guarded.add(GuardedPods.of(policy))).ifPresent(gaps::add);
        kept.sort(Comparator.comparing(DisruptionBudget::name));
        guarded.sort(Comparator.comparing(GuardedPods::name));
        return new NamespaceGuards(kept, guarded, gaps);
    }
}
