package tessera.quota.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;

/**
 * The disruption budgets and network policies of a namespace, with the problems in reading them.
 *
 * @param budgets    by name
 * @param policies by name
 * @param problems    why some of it could not be read
 */
public record PdbAndNetworkPolicyOverview(List<DisruptionBudget> budgets, List<NetworkPolicySummary> policies,
        List<Problem> problems) {

    public PdbAndNetworkPolicyOverview {
        budgets = List.copyOf(budgets);
        policies = List.copyOf(policies);
        problems = List.copyOf(problems);
    }

    /** Reads them from the cluster; blocks. */
    public static PdbAndNetworkPolicyOverview read(ClusterObjectSource source, String namespace)
            throws ProblemException, InterruptedException {
        var kept = new ArrayList<DisruptionBudget>();
        var guarded = new ArrayList<NetworkPolicySummary>();
        var gaps = new ArrayList<Problem>();
        source.forEachPermitted(
                new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, ""),
                budget -> kept.add(DisruptionBudget.of(budget))).ifPresent(gaps::add);
        source.forEachPermitted(
                new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, ""),
                policy -> guarded.add(NetworkPolicySummary.of(policy))).ifPresent(gaps::add);
        kept.sort(Comparator.comparing(DisruptionBudget::name));
        guarded.sort(Comparator.comparing(NetworkPolicySummary::name));
        return new PdbAndNetworkPolicyOverview(kept, guarded, gaps);
    }
}
