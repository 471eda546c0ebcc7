package tessera.quota;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;

/**
 * The ResourceQuotas and LimitRanges of a namespace.
 *
 * @param quotas    by name
 * @param limits    by name
 * @param quotaGap  why its quotas could not be read, or not all of them; empty when they could
 * @param limitsGap the same of its ranges of limits
 */
public record NamespaceQuotasAndLimits(String namespace, List<ResourceQuotaSummary> quotas,
        List<LimitRangeSummary> limits, Optional<Problem> quotaGap, Optional<Problem> limitsGap) {

    public NamespaceQuotasAndLimits {
        quotas = List.copyOf(quotas);
        limits = List.copyOf(limits);
    }

    /** Returns a namespace without known quotas and limits. */
    static NamespaceQuotasAndLimits unbounded(String namespace) {
        return new NamespaceQuotasAndLimits(namespace, List.of(), List.of(), Optional.empty(), Optional.empty());
    }
}
