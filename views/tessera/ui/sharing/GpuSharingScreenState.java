package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the sharing screen.
 *
 * @param notice   what is said in place of the table; empty while there is one
 * @param rows     those that pass the filter, in order
 * @param count    e.g. {@code 16 of 24}
 * @param filterProblem  what of the filter was not understood; empty when all was
 * @param totalsText     a line below the table
 * @param setup  who tells device plugins to share
 * @param labelsHash     of the nodes' labels; another one where sharing may be told otherwise
 */
record GpuSharingScreenState(Optional<EmptyScreenNotice> notice, List<NodeGpuSharingRow> rows, String count,
        String filterProblem, String totalsText, PluginConfigurationsState setup, int labelsHash) {

    /**
     * State of the configurations of the device plugins.
     *
     * @param texts   where configurations are and who reads them, a line each; none while that is not known
     * @param problem     why they could not be read
     * @param loading whether they are on their way
     */
    record PluginConfigurationsState(List<String> texts, List<NamedSharingConfig> configs, Optional<Problem> problem,
            boolean loading) {

        PluginConfigurationsState {
            texts = List.copyOf(texts);
            configs = List.copyOf(configs);
        }
    }

    /**
     * A named configuration.
     *
     * @param labelledNodes nodes that take it because of their label
     * @param defaultNodeCount   how many take it because nothing tells them otherwise
     * @param isDefault    whether it is what nodes without a label take
     * @param missing  whether nodes take it and it is not there
     */
    record NamedSharingConfig(String name, DevicePluginConfigDocument document, List<String> labelledNodes,
            int defaultNodeCount, boolean isDefault, boolean missing) {

        NamedSharingConfig {
            labelledNodes = List.copyOf(labelledNodes);
        }
    }

    GpuSharingScreenState {
        rows = List.copyOf(rows);
    }
}
