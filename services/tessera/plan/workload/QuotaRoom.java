package tessera.plan.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Resources;
import tessera.plan.survey.ManifestLookups.Quota;

/**
 * What the quotas of a namespace leave for more pods. Pure.
 *
 * @param quotas empty where they could not be read
 */
record QuotaRoom(Optional<List<Quota>> quotas) {

    /** What of some more pods quotas refuse: such pods do not wait, they are not made. */
    List<String> refused(Resources each, int more) {
        if (quotas.isEmpty()) {
            return List.of("What quotas leave is not known: pods beyond it are not made");
        }
        var words = new ArrayList<String>();
        for (var quota : quotas.get()) {
            each.names().stream().filter(name -> name.contains("/")).forEach(name -> {
                long wanted = each.get(name) * more;
                quota.left(name).filter(left -> left.compareTo(BigDecimal.valueOf(wanted)) < 0)
                        .ifPresent(
                                left -> words.add("The quota “%s” leaves %s of %s, and %d more are wanted: pods beyond "
                                        .formatted(quota.name(), left.toPlainString(), name, wanted)
                                        + "it are not made"));
            });
        }
        return words;
    }
}
