package tessera.quota;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;

/**
 * The quotas, limit ranges and queues of a cluster, with the problems in reading them.
 *
 * @param namespaces those that something bounds, or of which it is not known, by name
 * @param quotaProblem    why only the namespaces that were known already could be looked at; empty when all were
 * @param limitProblem the same of ranges of limits
 * @param queues     of Kueue; none where it is not there
 * @param queueProblem   why queues could not be read; empty when they could, or there is no Kueue
 */
public record QuotaOverview(List<NamespaceQuotasAndLimits> namespaces, Optional<Problem> quotaProblem,
        Optional<Problem> limitProblem, List<ClusterQueueQuota> queues, Optional<Problem> queueProblem) {

    public QuotaOverview {
        namespaces = List.copyOf(namespaces);
        queues = List.copyOf(queues);
    }

    /** Returns the quotas and limits of a namespace; empty ones where none was found. */
    public NamespaceQuotasAndLimits quotasOf(String namespace) {
        return namespaces.stream().filter(quotas -> quotas.namespace().equals(namespace)).findFirst()
                .orElseGet(() -> NamespaceQuotasAndLimits.unbounded(namespace));
    }
}
