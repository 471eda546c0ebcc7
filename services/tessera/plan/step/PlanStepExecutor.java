package tessera.plan.step;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;

/**
 * Executes steps, and dry-runs them beforehand. It waits for the server; not for the FX thread. Safe for use by
 * several threads.
 */
public interface PlanStepExecutor {

    /**
     * Returns the effect of a step without executing it.
     *
     * @throws ProblemException when the server would refuse it
     */
    PlanStepDryRunResult rehearse(PlanStep step) throws ProblemException, InterruptedException;

    /** Returns why all changes are blocked at present; empty if they are not. For explanations: who decides is the gate. */
    Optional<Problem> changeBlock();

    /** Returns whether the user may do something. */
    RequiredPermission.PermissionAnswer checkAccess(RequiredPermission permission)
            throws ProblemException, InterruptedException;

    /**
     * Returns what stays cordoned or paused after a wait was given up or the operator removed, each a sentence without a full stop. Only looks.
     *
     * @param step a wait that was given up, or something that was done, or may have been
     * @param done whether it is known to be done
     */
    List<String> remainingEffects(PlanStep step, boolean done) throws InterruptedException;

    /** Executes a step once. No request that may have reached the server is repeated. */
    PlanStepOutcome execute(PlanStep step, RunningStepControl stepListener) throws InterruptedException;
}
