package tessera.plan.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;

/**
 * The room that the quotas of a namespace leave for more pods. Pure.
 *
 * @param quotas empty where they could not be read
 */
record RemainingNamespaceQuotas(Optional<List<QuotaWithUsage>> quotas) {

    /**
     * Returns what quotas refuse of further pods, which are then not created rather than pending.
     *
     * @param more by resource, what is wanted beyond what is held
     */
    List<String> refusalWarnings(Map<String, Long> more) {
        if (more.isEmpty()) {
            return List.of();
        }
        return quotas.isEmpty() ? List.of("What quotas leave is not known: pods beyond it are not made")
                : shortfallTexts(more, "The quota “%s” leaves %s of %s, and %s wanted: pods beyond it are not made");
    }

    /**
     * Returns what blocks the first new pod if no old one ends before.
     *
     * @param one by resource, what it asks for
     */
    List<String> blockedRolloutWarnings(Map<String, Long> one) {
        return shortfallTexts(one, "The quota “%s” leaves %s of %s, and %s wanted before an old pod goes: "
                + "none is replaced until there is room");
    }

    private List<String> shortfallTexts(Map<String, Long> wanted, String text) {
        var lacking = new ArrayList<String>();
        for (var quota : quotas.orElse(List.of())) {
            wanted.forEach((name, amount) -> quota.shortfallText(name, amount)
                    .ifPresent(left -> lacking.add(text.formatted(quota.name(), left, name,
                            amount + (amount == 1 ? " more is" : " more are")))));
        }
        return lacking;
    }
}
