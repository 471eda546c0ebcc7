package tessera.plan.node;

import java.util.Map;
import tessera.model.Problem;

/**
 * The log lines of MIG managers about changes that failed.
 *
 * @param hindrances what fails again, by node
 * @param gaps       why it is not known, by node
 */
record MigFailureLogs(Map<String, Problem> hindrances, Map<String, Problem> gaps) {}
