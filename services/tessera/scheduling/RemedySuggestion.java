package tessera.scheduling;

import tessera.model.CommandTarget;

/**
 * Something that would help a pod to a node.
 *
 * @param words   what to do, and what comes of it
 * @param command that does it, or begins with it; empty where there is none
 */
public record RemedySuggestion(String words, String command, PodRemedy remedy) {

    RemedySuggestion in(CommandTarget cluster) {
        return new RemedySuggestion(words, cluster.of(remedy instanceof PodRemedy.Make make ? make.command() : command),
                remedy);
    }
}
