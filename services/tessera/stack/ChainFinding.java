package tessera.stack;

import java.util.List;

/**
 * The first link of a node's chain that does not hold, explained.
 *
 * @param at       which link
 * @param headline one sentence: what is wrong
 * @param because  how that is known and what follows from it
 * @param remedy   what to do; empty where nothing is known to help
 * @param evidence the cluster's own words; may be empty
 * @param commands that do it, or begin with it; empty where none is known
 * @param retry    whether trying the same again may succeed
 */
public record ChainFinding(StackComponent at, String headline, String because, String remedy, String evidence,
        List<String> commands, boolean retry) {

    public ChainFinding {
        commands = List.copyOf(commands);
    }

    /** Returns the same with another remedy. */
    ChainFinding remedy(String other) {
        return new ChainFinding(at, headline, because, other, evidence, commands, retry);
    }
}
