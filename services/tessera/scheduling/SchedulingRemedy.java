package tessera.scheduling;

import tessera.model.CopiedCommandContext;

/**
 * A proposed remedy: text, command and what it would change.
 *
 * @param text   what to do, and what comes of it
 * @param command that does it, or begins with it; empty where there is none
 */
public record SchedulingRemedy(String text, String command, SchedulingRemedyChange remedy) {

    static final int EACH = 3;

    SchedulingRemedy withCommandTarget(CopiedCommandContext cluster) {
        return new SchedulingRemedy(text,
                cluster.targetCommand(
                        remedy instanceof SchedulingRemedyChange.CreateObjectAction action ? action.planCommand()
                                : command),
                remedy);
    }
}
