package tessera.quota;

import java.util.List;
import java.util.Optional;

/**
 * A ResourceQuota as it was read from the API server.
 *
 * @param allowances by key
 * @param scope      which pods it is about, in words; empty for all
 * @param problemTexts    what is wrong with what it says, a sentence each without a full stop
 */
public record ResourceQuotaSummary(String namespace, String name, List<ResourceQuotaKeyUsage> allowances, String scope,
        List<String> problemTexts) {

    public ResourceQuotaSummary {
        allowances = List.copyOf(allowances);
        problemTexts = List.copyOf(problemTexts);
    }

    /** Returns the allowance of a key. */
    public Optional<ResourceQuotaKeyUsage> allowanceOf(QuotaKey key) {
        return allowances.stream().filter(usage -> usage.key().equals(key)).findFirst();
    }
}
