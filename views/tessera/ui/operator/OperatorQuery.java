package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import tessera.stack.Component;
import tessera.ui.kit.Sort;

/**
 * What the user asks of the Operator screen.
 *
 * @param chosen which link of which node is looked at
 */
record OperatorQuery(StackSighting sighting, String filter, Sort sort, Choice chosen, Instant now) {

    /**
     * A link that is looked at.
     *
     * @param node      empty for the first that does not hold
     * @param component empty for the node's first broken link
     */
    record Choice(String node, Optional<Component> component, boolean open) {

        static final Choice FIRST = new Choice("", Optional.empty(), true);
    }
}
