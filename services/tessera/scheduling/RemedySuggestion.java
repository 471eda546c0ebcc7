package tessera.scheduling;

import tessera.model.CommandTarget;

/**
 * A proposed remedy: text, command and what it would change.
 *
 * @param text   what to do, and what comes of it
 * @param command that does it, or begins with it; empty where there is none
 */
public record RemedySuggestion(String text, String command, RemedyAction remedy) {

    RemedySuggestion withCommandTarget(CommandTarget cluster) {
        return new RemedySuggestion(text,
                cluster.targetCommand(
                        remedy instanceof RemedyAction.CreateObjectAction make ? make.planCommand() : command),
                remedy);
    }
}
