package tessera.ui.fleet;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tessera.diagnosis.FleetProblem;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/**
 * Links and changes of attention items.
 *
 * @param changes the change that mends it
 */
public record FleetProblemActions(Consumer<FleetProblem> open,
        Function<FleetProblem, Optional<OfferedChange>> changes) {}
