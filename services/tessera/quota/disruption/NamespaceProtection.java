package tessera.quota.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.scheduling.ObjectSource;

/**
 * The disruption budgets and network policies of a namespace, with the problems in reading them.
 *
 * @param budgets    by name
 * @param policies by name
 * @param gaps    why some of it could not be read
 */
public record NamespaceProtection(List<DisruptionBudget> budgets, List<IngressPolicyFacts> policies,
        List<Problem> gaps) {

    public NamespaceProtection {
        budgets = List.copyOf(budgets);
        policies = List.copyOf(policies);
        gaps = List.copyOf(gaps);
    }

    /** Reads them from the cluster; blocks. */
    public static NamespaceProtection read(ObjectSource source, String namespace) throws Failure, InterruptedException {
        var kept = new ArrayList<DisruptionBudget>();
        var guarded = new ArrayList<IngressPolicyFacts>();
        var gaps = new ArrayList<Problem>();
        source.forEachPermitted(
                new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, ""),
                budget -> kept.add(DisruptionBudget.of(budget))).ifPresent(gaps::add);
        source.forEachPermitted(
                new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, ""),
                policy -> guarded.add(IngressPolicyFacts.of(policy))).ifPresent(gaps::add);
        kept.sort(Comparator.comparing(DisruptionBudget::name));
        guarded.sort(Comparator.comparing(IngressPolicyFacts::name));
        return new NamespaceProtection(kept, guarded, gaps);
    }
}
