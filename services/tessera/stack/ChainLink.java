package tessera.stack;

import org.jspecify.annotations.Nullable;
import tessera.model.PodFacts;

/**
 * One part of the stack on one node.
 *
 * @param operand what does it on such nodes
 * @param brief   a word or two; empty where the state says it all
 * @param words   the same in full
 * @param pod     that does it; null where there is none
 */
public record ChainLink(StackOperand operand, LinkState state, String brief, String words, @Nullable PodFacts pod) {

    /** How it stands with a link, the most urgent first. */
    public enum LinkState {
        BROKEN("broken"),
        UNKNOWN("not known"),
        PAUSED("paused"),
        LOOK("works, needs a look"),
        WAITS("waits for an earlier link"),
        STARTING("starts"),
        READY("ready"),
        ABSENT("not for this node");

        private final String words;

        LinkState(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    static ChainLink of(StackOperand operand, LinkState state, String brief, String words) {
        return new ChainLink(operand, state, brief, words, null);
    }

    public StackComponent component() {
        return operand.component();
    }

    public String title() {
        return operand.title();
    }

    String gate() {
        return operand.gateLabel();
    }

    ChainLink as(LinkState other, String otherBrief, String otherWords) {
        return new ChainLink(operand, other, otherBrief, otherWords, pod);
    }
}
