package tessera.app;

import java.util.List;
import java.util.Optional;

/**
 * What the command line asked for.
 *
 * @param context      to be opened first; empty for the current one
 * @param readOnly     whether changes are refused for as long as the program runs
 * @param demoNodes    how many nodes the simulated cluster has
 * @param demoSpeed    how many seconds pass there in one second
 * @param accelerators extended resources to be counted as accelerators
 * @param prometheus   to be asked for what is opened first; empty for the one that is found in the cluster
 */
record Wishes(String context, boolean readOnly, int demoNodes, double demoSpeed, List<String> accelerators,
        Optional<PrometheusTerms> prometheus) {}
