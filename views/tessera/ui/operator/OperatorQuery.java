package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import tessera.stack.StackComponent;
import tessera.ui.kit.TableSort;

/**
 * What the user asks of the Operator screen.
 *
 * @param chosen which link of which node is looked at
 */
record OperatorQuery(StackSighting sighting, String filter, TableSort sort, LinkChoice chosen, Instant now) {

    /**
     * A link that is looked at.
     *
     * @param node      empty for the first that does not hold
     * @param component empty for the node's first broken link
     */
    record LinkChoice(String node, Optional<StackComponent> component, boolean open) {

        static final LinkChoice FIRST = new LinkChoice("", Optional.empty(), true);
    }
}
