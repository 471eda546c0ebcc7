package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import tessera.stack.StackComponent;
import tessera.ui.kit.TableSort;

/**
 * Query of the Operator screen: filter, sort order, selected link.
 *
 * @param chosen which link of which node is looked at
 */
record OperatorQuery(StackSighting sighting, String filter, TableSort sort, LinkChoice chosen, Instant now) {

    /**
     * Selected link.
     *
     * @param node      empty for the first that does not hold
     * @param component empty for the node's first broken link
     */
    record LinkChoice(String node, Optional<StackComponent> component, boolean open) {

        static final LinkChoice FIRST = new LinkChoice("", Optional.empty(), true);
    }
}
