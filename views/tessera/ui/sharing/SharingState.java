package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.sharing.ConfigDocument;
import tessera.ui.kit.ScreenNotice;

/**
 * What the sharing screen shows.
 *
 * @param notice   what is said in place of the table; empty while there is one
 * @param rows     those that pass the filter, in order
 * @param count    e.g. {@code 16 of 24}
 * @param mistake  what of the filter was not understood; empty when all was
 * @param sums     a line below the table
 * @param tellers  who tells device plugins to share
 * @param mark     of the nodes' labels; another one where sharing may be told otherwise
 */
record SharingState(Optional<ScreenNotice> notice, List<SharingRow> rows, String count, String mistake, String sums,
        Tellers tellers, int mark) {

    /**
     * Who tells device plugins to share.
     *
     * @param words   where configurations are and who reads them, a line each; none while that is not known
     * @param gap     why they could not be read
     * @param loading whether they are on their way
     */
    record Tellers(List<String> words, List<Config> configs, Optional<Problem> gap, boolean loading) {

        Tellers {
            words = List.copyOf(words);
            configs = List.copyOf(configs);
        }
    }

    /**
     * A named configuration.
     *
     * @param labelled nodes that take it because of their label
     * @param others   how many take it because nothing tells them otherwise
     * @param usual    whether it is what nodes without a label take
     * @param missing  whether nodes take it and it is not there
     */
    record Config(String name, ConfigDocument document, List<String> labelled, int others, boolean usual,
            boolean missing) {

        Config {
            labelled = List.copyOf(labelled);
        }
    }

    SharingState {
        rows = List.copyOf(rows);
    }
}
