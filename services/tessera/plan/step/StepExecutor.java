package tessera.plan.step;

import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.Problem;

/**
 * Does steps, and says beforehand what they would do. It waits for the server; not for the FX thread. Safe for use by
 * several threads.
 */
public interface StepExecutor {

    /**
     * What a step would do, without doing it.
     *
     * @throws Failure when the server would refuse it
     */
    StepDryRun rehearse(PlanStep step) throws Failure, InterruptedException;

    /** Why nothing at all may be changed at present; empty when it may. For explanations: who decides is the gate. */
    Optional<Problem> standing();

    /** Whether one may do something. */
    StepAccess.AccessAnswer ask(StepAccess access) throws Failure, InterruptedException;

    /**
     * What is still cordoned or paused because a wait was given up or the operator is gone, each a sentence without a full
     * stop. Only looks.
     *
     * @param step a wait that was given up, or something that was done, or may have been
     * @param done whether it is known to be done
     */
    List<String> remains(PlanStep step, boolean done) throws InterruptedException;

    /** Does a step, once. No request that may have reached the server is repeated. */
    StepOutcome execute(PlanStep step, StepListener attendant) throws InterruptedException;
}
