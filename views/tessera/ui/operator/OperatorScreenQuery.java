package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import tessera.stack.GpuStackComponent;
import tessera.ui.kit.TableSort;

/**
 * Query of the Operator screen: filter, sort order, selected link.
 *
 * @param chosen which link of which node is looked at
 */
record OperatorScreenQuery(LastReadGpuStack sighting, String filter, TableSort sort, SelectedComponent chosen,
        Instant now) {

    /**
     * Selected link.
     *
     * @param node      empty for the first that does not hold
     * @param component empty for the node's first broken link
     */
    record SelectedComponent(String node, Optional<GpuStackComponent> component, boolean open) {

        static final SelectedComponent FIRST = new SelectedComponent("", Optional.empty(), true);
    }
}
