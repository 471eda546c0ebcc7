package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import tessera.stack.GpuStackComponent;
import tessera.ui.kit.TableSort;

/**
 * Query of the Operator screen: filter, sort order, selected component.
 *
 * @param selection which component of which node is looked at
 */
record GpuOperatorScreenInput(LastReadGpuStack sighting, String filter, TableSort sort, SelectedComponent selection,
        Instant now) {

    /**
     * Selected component.
     *
     * @param node      empty for the first that does not hold
     * @param component empty for the node's first broken component
     */
    record SelectedComponent(String node, Optional<GpuStackComponent> component, boolean open) {

        static final SelectedComponent FIRST = new SelectedComponent("", Optional.empty(), true);
    }
}
