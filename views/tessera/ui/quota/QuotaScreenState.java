package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.quota.NamespaceQuotasAndLimits;
import tessera.quota.QuotaOverview;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the quota screen.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param exhausted   all of which nothing more may be taken, whether they pass the filter or not
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 16 of 24}
 * @param filterProblem what of the filter was not understood; empty when all was
 * @param totalsText    a line below the table
 * @param quotas  what was read; empty while nothing was
 * @param nodeGap why it is not known what is free on nodes; empty where it is
 */
record QuotaScreenState(Optional<EmptyScreenNotice> notice, List<QuotaRow> rows, String count, String filterProblem,
        String totalsText, List<QuotaRow> exhausted, Optional<QuotaOverview> quotas, Optional<Problem> nodeGap) {

    QuotaScreenState {
        rows = List.copyOf(rows);
        exhausted = List.copyOf(exhausted);
    }

    static QuotaScreenState withNotice(EmptyScreenNotice notice) {
        return new QuotaScreenState(Optional.of(notice), List.of(), "", "", "", List.of(), Optional.empty(),
                Optional.empty());
    }

    /** Returns the problems with reading parts of it. */
    List<Problem> readProblems() {
        return quotas.map(
                overview -> List.of(nodeGap, overview.quotaProblem(), overview.limitProblem(), overview.queueProblem())
                        .stream().flatMap(Optional::stream).distinct().toList())
                .orElse(List.of());
    }

    /** Returns the namespaces with a problem in their bounds. */
    List<NamespaceQuotasAndLimits> namespacesWithRemarks() {
        return quotas.map(QuotaScreenState::problematicNamespaces).orElse(List.of());
    }

    private static List<NamespaceQuotasAndLimits> problematicNamespaces(QuotaOverview overview) {
        return overview.namespaces().stream()
                .filter(each -> each.quotas().stream().anyMatch(quota -> !quota.problemTexts().isEmpty())
                        || each.limits().stream().anyMatch(limits -> !limits.problemTexts().isEmpty()))
                .toList();
    }
}
