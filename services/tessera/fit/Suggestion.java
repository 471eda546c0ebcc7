package tessera.fit;

import tessera.model.CommandTarget;

/**
 * Something that would help a pod to a node.
 *
 * @param words   what to do, and what comes of it
 * @param command that does it, or begins with it; empty where there is none
 */
public record Suggestion(String words, String command, Remedy remedy) {

    Suggestion in(CommandTarget cluster) {
        return new Suggestion(words, cluster.of(remedy instanceof Remedy.Make make ? make.command() : command), remedy);
    }
}
