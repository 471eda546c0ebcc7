package tessera.quota;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;

/**
 * All that bounds what may be taken of a cluster's devices, as it was read.
 *
 * @param namespaces those that something bounds, or of which it is not known, by name
 * @param partial    why only the namespaces that were known already could be looked at; empty when all were
 * @param someLimits the same of ranges of limits
 * @param queues     of Kueue; none where it is not there
 * @param queueGap   why queues could not be read; empty when they could, or there is no Kueue
 */
public record QuotaOverview(List<NamespaceQuotas> namespaces, Optional<Problem> partial, Optional<Problem> someLimits,
        List<QueueShare> queues, Optional<Problem> queueGap) {

    public QuotaOverview {
        namespaces = List.copyOf(namespaces);
        queues = List.copyOf(queues);
    }

    /** What bounds a namespace; nothing where it was looked at and nothing was found. */
    public NamespaceQuotas of(String namespace) {
        return namespaces.stream().filter(each -> each.namespace().equals(namespace)).findFirst()
                .orElseGet(() -> NamespaceQuotas.none(namespace));
    }
}
