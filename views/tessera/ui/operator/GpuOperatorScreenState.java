package tessera.ui.operator;

import java.util.List;
import java.util.Optional;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.StatusGlyph;

/**
 * Complete state of the Operator screen.
 *
 * @param notice said in place of all else
 * @param cards  above the matrix, from left to right
 * @param rows   of the matrix
 * @param count  e.g. {@code 4 of 22}
 * @param filterProblem what of the filter was not understood
 * @param totalsText   below the matrix
 * @param detail the component that is looked at
 * @param stack  whether there is a stack, and the release that made it
 */
record GpuOperatorScreenState(Optional<EmptyScreenNotice> notice, List<StackCardContent> cards,
        List<NodeComponentsRow> rows, String count, String filterProblem, String totalsText,
        Optional<NodeComponentsDetail> detail, DiscoveredGpuStack stack) {

    /**
     * Discovered GPU stack.
     *
     * @param nothing whether it is sure that there is none
     * @param release empty where there is none, or none may be seen
     */
    record DiscoveredGpuStack(boolean nothing, Optional<GpuStackHelmRelease> release) {

        static final DiscoveredGpuStack UNSURE = new DiscoveredGpuStack(false, Optional.empty());
    }

    GpuOperatorScreenState {
        cards = List.copyOf(cards);
        rows = List.copyOf(rows);
    }

    static GpuOperatorScreenState withNotice(EmptyScreenNotice notice, DiscoveredGpuStack found) {
        return new GpuOperatorScreenState(Optional.of(notice), List.of(), List.of(), "", "", "", Optional.empty(),
                found);
    }

    /**
     * Card above the matrix.
     *
     * @param status the line below the title; empty for none
     */
    record StackCardContent(String title, Optional<StackCardStatusLine> status, List<StackCardFact> facts) {

        StackCardContent {
            facts = List.copyOf(facts);
        }
    }

    /** Status in a word or two, and since when. */
    record StackCardStatusLine(StatusGlyph glyph, String text, String since) {}

    /** Name and value of a fact. */
    record StackCardFact(String name, String value) {}

    /**
     * Row of one node in the matrix.
     *
     * @param glyph of the whole node
     */
    record NodeComponentsRow(NodeGpuStackComponentChain chain, StatusGlyph glyph) {

        String name() {
            return chain.name();
        }
    }

    /** Node whose chain is shown, and the selected component. */
    record NodeComponentsDetail(NodeGpuStackComponentChain chain, GpuStackComponent component, StatusGlyph glyph) {}
}
