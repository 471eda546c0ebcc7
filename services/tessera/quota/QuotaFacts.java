package tessera.quota;

import java.util.List;
import java.util.Optional;

/**
 * A ResourceQuota as it was read.
 *
 * @param allowances by key
 * @param scope      which pods it is about, in words; empty for all
 * @param remarks    what is wrong with what it says, a sentence each without a full stop
 */
public record QuotaFacts(String namespace, String name, List<QuotaAllowance> allowances, String scope,
        List<String> remarks) {

    public QuotaFacts {
        allowances = List.copyOf(allowances);
        remarks = List.copyOf(remarks);
    }

    /** What it allows under a key. */
    public Optional<QuotaAllowance> of(QuotaKey key) {
        return allowances.stream().filter(each -> each.key().equals(key)).findFirst();
    }
}
