package tessera.scheduling;

import tessera.model.CopiedCommandContext;

/**
 * A proposed remedy: text, command and what it would change.
 *
 * @param text   what to do, and what comes of it
 * @param command that does it, or begins with it; empty where there is none
 */
public record SchedulingRemedy(String text, String command, SchedulingRemedyChange remedy) {

    /** So many remedies of one kind, or nodes by name, are shown. */
    static final int MOST_OF_A_KIND = 3;

    SchedulingRemedy withCommandTarget(CopiedCommandContext cluster) {
        return new SchedulingRemedy(text, cluster.targetCommand(
                remedy instanceof SchedulingRemedyChange.CreateObjectAction action ? action.planCommand() : command),
                remedy);
    }
}
