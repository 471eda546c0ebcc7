package tessera.ui.operator;

import java.util.List;
import java.util.Optional;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;

/**
 * Complete state of the Operator screen.
 *
 * @param notice said in place of all else
 * @param cards  above the matrix, from left to right
 * @param rows   of the matrix
 * @param count  e.g. {@code 4 of 22}
 * @param remark what of the filter was not understood
 * @param sums   below the matrix
 * @param detail the link that is looked at
 * @param stack  whether there is a stack, and the release that made it
 */
record OperatorState(Optional<ScreenNotice> notice, List<StackCard> cards, List<ChainRow> rows, String count,
        String remark,
        String sums, Optional<ChainDetail> detail, FoundStack stack) {

    /**
     * Discovered GPU stack.
     *
     * @param nothing whether it is sure that there is none
     * @param release empty where there is none, or none may be seen
     */
    record FoundStack(boolean nothing, Optional<HelmReleaseFacts> release) {

        static final FoundStack UNSURE = new FoundStack(false, Optional.empty());
    }

    OperatorState {
        cards = List.copyOf(cards);
        rows = List.copyOf(rows);
    }

    static OperatorState withNotice(ScreenNotice notice, FoundStack found) {
        return new OperatorState(Optional.of(notice), List.of(), List.of(), "", "", "", Optional.empty(), found);
    }

    /**
     * Card above the matrix.
     *
     * @param verdict the line below the title; empty for none
     */
    record StackCard(String title, Optional<StackVerdict> verdict, List<StackFact> facts) {

        StackCard {
            facts = List.copyOf(facts);
        }
    }

    /** Status in a word or two, and since when. */
    record StackVerdict(StatusGlyph sign, String text, String since) {}

    /** Name and value of a fact. */
    record StackFact(String name, String value) {}

    /**
     * Row of one node in the matrix.
     *
     * @param sign of the whole node
     */
    record ChainRow(NodeChain chain, StatusGlyph sign) {

        String name() {
            return chain.name();
        }
    }

    /** Node whose chain is shown, and the selected link. */
    record ChainDetail(NodeChain chain, StackComponent component, StatusGlyph sign) {}
}
