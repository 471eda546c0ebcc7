package tessera.plan.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.plan.context.ManifestLookups.LookupQuota;

/**
 * What the quotas of a namespace leave for more pods. Pure.
 *
 * @param quotas empty where they could not be read
 */
record QuotaRoom(Optional<List<LookupQuota>> quotas) {

    /**
     * What of some more pods quotas refuse: such pods do not wait, they are not made.
     *
     * @param more by resource, what is wanted beyond what is held
     */
    List<String> refused(Map<String, Long> more) {
        if (more.isEmpty()) {
            return List.of();
        }
        return quotas.isEmpty() ? List.of("What quotas leave is not known: pods beyond it are not made")
                : lacking(more, "The quota “%s” leaves %s of %s, and %s wanted: pods beyond it are not made");
    }

    /**
     * What keeps the first new pod from coming where no old one goes before.
     *
     * @param one by resource, what it asks for
     */
    List<String> blocked(Map<String, Long> one) {
        return lacking(one, "The quota “%s” leaves %s of %s, and %s wanted before an old pod goes: "
                + "none is replaced until there is room");
    }

    private List<String> lacking(Map<String, Long> wanted, String words) {
        var lacking = new ArrayList<String>();
        for (var quota : quotas.orElse(List.of())) {
            wanted.forEach((name, amount) -> quota.lacks(name, amount)
                    .ifPresent(left -> lacking.add(words.formatted(quota.name(), left, name,
                            amount + (amount == 1 ? " more is" : " more are")))));
        }
        return lacking;
    }
}
